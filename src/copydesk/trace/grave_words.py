"""Words that say something grave of people or firms, in groups of one matter each.

A group's ``claim`` is what an article must not say of itself; its ``held`` is any word by which a source may speak of
the same matter, drawn as widely as the language has it: a finding should mean that nobody spoke of the matter at all.
Only senses that are grave are claims: dead links die, processes are killed, and a price is charged.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["GROUPS", "Group"]


@dataclass(frozen=True, slots=True)
class Group:
    """One matter: ``claim`` finds it in an article, ``held`` in a source; ``hints`` are pieces in lower case of which
    every claim holds one.
    """

    name: str
    claim: re.Pattern[str]
    held: re.Pattern[str]
    hints: tuple[str, ...]


def _group(name: str, hints: str, claim: str, held: str) -> Group:
    return Group(
        name,
        re.compile(rf"\b(?:{claim})\b", re.IGNORECASE),
        re.compile(rf"\b(?:{held})", re.IGNORECASE),
        tuple(hints.split()),
    )


# Offences: the words that name one, and what a source may say of it.
_OFFENCES = (
    ("tax evasion", "tax", r"tax\s+(?:evasion|fraud)", r"tax|evad|evasion"),
    ("drug offences", "drug", r"drug\s+(?:possession|trafficking|smuggling|dealing)", r"drug|narcotic|cocaine|heroin|cannabis|opioid|fentanyl|substance"),
    ("human trafficking", "traffick smuggl", r"(?:human|sex|people)\s+(?:trafficking|smuggling)", r"traffick|smuggl|forced|exploit"),
    ("murder", "murder manslaughter homicide", r"murder(?:ed|s|ing)?|manslaughter|homicide", r"murder|manslaughter|homicid|kill|slay|slain|death|die[ds]?\b|dead(?!line)|shot|stabb|execut|assassin"),
    ("robbery", "robbe burglar", r"robbery|robbed|burglar(?:y|ies|ized)", r"rob(?:b|ber)|burglar|stole|steal|theft|thie[fv]|loot|heist|raid|held\s+up"),
    ("arson", "arson", r"arson(?:ists?)?", r"arson|fire|burn|blaze|torch"),
    ("espionage", "espionage", r"espionage", r"espionage|spy|spies|spied|intelligence|secret|surveil|agent"),
    ("treason", "treason", r"treason", r"treason|betray|traitor|coup|sedition"),
    ("perjury", "perjury", r"perjury", r"perjur|lied|lying|false|oath|testi"),
    ("extortion", "extortion blackmail", r"extortion|blackmail(?:ed|ing)?", r"extort|blackmail|ransom|threat|demand|coerc|racket"),
    ("insider trading", "insider", r"insider\s+trading", r"insider|inside\s+information|non-?public|trad"),
    ("terrorism", "terror", r"terror(?:ism|ist\s+(?:attack|charges|offences))", r"terror|extremis|militan|bomb|attack|jihad"),
    ("plagiarism", "plagiari", r"plagiari(?:sm|sed|zed)", r"plagiar|copied|copying|unattributed|lifted|attribut"),
    ("house arrest", "arrest", r"house\s+arrest", r"house\s+arrest|confin|home\s+detention|under\s+arrest\s+at"),
)  # fmt: skip
# Kin of somebody: another word for the same one, or one word for both.
_KIN = (
    ("a brother", "brother", r"brothers?(?!hood)", r"brother|sibling"),
    ("a sister", "sister", r"sisters?(?!\s+(?:site|company|ship|paper|city|project|model))", r"sister|sibling"),
    ("a wife", "wife wives", r"wi(?:fe|ves)", r"wi(?:fe|ves)\b|marri|spouse|couple|husband|widow|wed"),
    ("a husband", "husband", r"husbands?", r"husband|marri|spouse|couple|wi(?:fe|ves)\b|widow|wed"),
    ("a son", "son", r"sons?", r"sons?\b|[js]r\b|junior|senior|child|boy|born|father|mother|parent|daughter|stepson|grandson|famil"),
    ("a daughter", "daughter", r"daughters?", r"daughter|child|girl|born|father|mother|parent|sons?\b|famil"),
    ("a mother", "mother", r"mothers?(?!board)", r"mother|mum\b|mom\b|mama|parent|gave\s+birth|sons?\b|daughter|famil|child"),
    ("a father", "father", r"fathers?(?!['’]s\s+footsteps)", r"father|dad\b|papa|parent|[js]r\b|junior|senior|sons?\b|daughter|famil|child"),
    ("a cousin", "cousin", r"cousins?", r"cousin|relative|famil|kin"),
    ("an uncle or aunt", "uncle aunt", r"(?:uncle|aunt)s?", r"uncle|aunt|nephew|niece|relative|famil"),
    ("a nephew or niece", "nephew niece", r"(?:nephew|niece)s?", r"nephew|niece|uncle|aunt|relative|famil"),
)  # fmt: skip


GROUPS = (
    _group(
        "a death",
        "died death kill fatal dead",
        r"died(?!\s+(?:down|out|off|away))|deaths?(?=\s+(?:of|toll|from|in|after|were|was|have|had|among)\b)|death\s+toll|fatalities|fatally|"
        r"(?:was|were|been|being)\s+killed(?!\s+off)|killed\s+(?=(?:at\s+least\s+|more\s+than\s+|about\s+|nearly\s+)?(?:\d|one\b|two\b|three\b|"
        r"four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b|dozens|hundreds|people|civilians|himself|herself))|found\s+dead|left\s+\w+\s+dead",
        r"die[ds]?\b|dying|death|dead(?!line)|kill|fatal|deceas|perish|mortal|casualt|murder|homicid|manslaughter|drown|suicid|obituar|"
        r"pass(?:ed|es|ing)\s+away|los(?:t|e|ing)\s+(?:his|her|their)\s+li[fv]|slain|mourn|lethal|executed|massacr|"
        r"claimed\s+the\s+li[fv]|funeral|death\s+toll",
    ),
    _group(
        "an injury",
        "injur wound hospitali",
        r"injur(?:ed|ing|ies)(?=\s+(?:\d|one\b|two\b|three\b|four\b|five\b|six\b|dozens|hundreds|people|several|in\b|by\b|when\b|after\b))|"
        r"(?:was|were|been)\s+(?:\w+ly\s+)?(?:injured|wounded)|hospitali[sz]ed",
        r"injur|wound|hurt|hospital|casualt|harm|burn|broke|broken|trauma|treated|medical|paramedic|maim|victim",
    ),
    _group(
        "an arrest",
        "arrest detained custody jailed imprison",
        r"arrested|arrests?(?=\s+of\b)|detained|(?:in|into)\s+(?:police\s+)?custody|jailed|imprisoned",
        r"arrest|detain|detention|custody|jail|prison|apprehend|behind\s+bars|sentenc|captur|inmate|held\b|seiz|handcuff",
    ),
    _group(
        "charges",
        "charged indict prosecut",
        r"charged\s+with|indicted|indictments?(?=\s+(?:of|against)\b)|prosecuted",
        r"charg|indict|prosecut|arraign|accus|criminal|court|trial\b|complaint|sentenc|convict|guilty",
    ),
    _group(
        "a conviction",
        "convicted guilty sentenced",
        r"convicted|(?:found|pleaded|pled)\s+guilty|sentenced\s+to",
        r"convict|guilty|sentenc|plea|jail|prison|verdict|jury",
    ),
    _group(
        "fraud",
        "fraud brib embezzl corruption launder",
        r"fraud(?:ulent(?:ly)?)?|brib(?:e|es|ed|ery|ing)|embezzl(?:ed|ement|ing)|corruption(?=\s+(?:charges|probe|case|scandal|allegations|investigation)\b)|"
        r"(?:money[\s-])launder(?:ing|ed)",
        r"fraud|brib|embezzl|corrupt|launder|scam|deceiv|deception|swindl|mislead|misled|kickback|misappropriat|false\s+claim|fake|cheat|forg|theft|"
        r"stole|falsif|misstat|ponzi|phish|racketeer|graft\b",
    ),
    _group(
        "abuse",
        "rape sexual harass",
        r"rap(?:ed|es|ist)|rape(?=\s+(?:of|case|charges?|allegations?)\b)|sexual(?:ly)?\s+(?:assault|harass|abus)\w*|harassment",
        r"rap(?:e|ed|es|ist|ing)\b|sexual|assault|harass|abus|misconduct|molest|inappropriate|bully|intimidat|hostile|threat|discriminat",
    ),
    _group(
        "a lawsuit",
        "sued sues suing lawsuit",
        r"sued|sues|suing|lawsuits?",
        r"sue[ds]?\b|suing|suits?\b|lawsuit|litiga|complaint|legal|court|plaintiff|defendant|filed|filing|claim|judge|class[\s-]action|injunction|"
        r"attorney|settle|tribunal|proceeding",
    ),
    _group(
        "a resignation or dismissal",
        "resign fired dismiss sacked ousted",
        r"resign(?:ed|s|ation)|(?:was|were|been)\s+(?:fired|dismissed|sacked|ousted)|fired\s+(?=(?:its|the|their|his|her|chief|ceo|several|staff|employees|workers)\b)|"
        r"sacked|ousted",
        r"resign|fire[ds]?\b|firing|dismiss|sack|oust|step(?:s|ped|ping)?[\s-](?:down|aside|back|away)|le(?:ave|aves|aving|ft)\b|depart|quit|exit|replac|remov|"
        r"part(?:ed|ing)?\s+ways|terminat|relinquish|successor|succeed|former|let\s+go|laid\s+off|lay(?:ing)?\s*off|forced\s+out|push(?:ed)?\s+out|retire|"
        r"suspend|no\s+longer|hand(?:ed|ing)\s+over|outgoing|shake-?up",
    ),
    _group(
        "a bankruptcy",
        "bankrupt insolven",
        r"bankrupt(?:cy|cies)?|insolven(?:t|cy)",
        r"bankrupt|insolven|chapter\s+(?:7|11|13)|liquidat|receiver|creditor|collaps|wind(?:ing)?[\s-](?:up|down)|restructur|administration|debt|default|"
        r"fail|ceas(?:e|ed|ing)\s+(?:trading|operations)",
    ),
    _group(
        "layoffs",
        "laid layoff redundan",
        r"laid\s+off|lay-?offs?|redundancies",
        r"la(?:y|id|ys|ying)[\s-]*offs?|redundan|job|cut|cuts|cutting|restructur|workforce|headcount|staff|employee|reduc|downsiz|position|eliminat|fire|let\s+go|furlough|role",
    ),
    _group(
        "a stop or a ban",
        "halted suspended cancel scrapped recall banned revoked stopped",
        r"(?:halted|suspended|cancell?ed|scrapped|banned|revoked|stopped)\s+(?=(?:the|its|all|his|her|their)\b)|(?:has|have|had|was|were|been|it|they|authorities|regulators?|officials?)\s+(?:\w+ly\s+)?(?:halted|suspended|cancell?ed|scrapped|recalled|banned|revoked)|"
        r"recalled\s+(?=(?:all|its|the|about|some|more|nearly|\d))",
        r"halt|suspen|cancel|scrap|abandon|stop|ban\b|bans\b|bann|prohibit|block|bar\b|barr|recall|withdr|pull|revok|discontinu|end(?:s|ed|ing)?\b|terminat|shut|clos|"
        r"postpon|outlaw|forbid|forbad|delay|froze|freez|drop|paus|axe|remov|ceas|rescind|revers|void|annul|repeal|suspend|no\s+longer|shelv|disallow|restrict|"
        r"take[ns]?\s+down|took\s+down|deny|denied|reject|kill",
    ),
    _group(
        "a break-in or theft",
        "hacked hackers breach stolen stole",
        r"(?:was|were|been)\s+(?:hacked|breached|stolen)|hackers?\s+(?:stole|broke|accessed|leaked|took)|data\s+breach(?:es)?|stole(?!\s+the\s+(?:show|scene|limelight|spotlight))",
        r"hack|breach|leak|stole|steal|theft|thie[fv]|compromis|intru|attack|exfiltrat|expos|unauthori[sz]ed|infiltrat|rob|loot|burgl|malware|ransom|"
        r"malicious|infect|exploit|hijack|phish|taken|took|misappropriat|distill|plagiar|infring|pirat|copied",
    ),
    _group(
        "violence",
        "shot stabbed explo bomb",
        r"(?:was|were|been)\s+(?:shot|stabbed|bombed)|shot\s+(?:dead|and\s+(?:killed|wounded))|stabb(?:ed|ing)|bomb(?:ing|ings|ed)(?=\s+(?:of|in|at|by)\b)",
        r"sho[ot]t?\b|shot|shoot|gun|stab|knif|bomb|attack|explo|blast|detonat|strik|struck|violen|assault|milit|missile|drone|raid|fire[ds]?\b|assassin",
    ),
    _group(
        "an apology",
        "apologi apology",
        r"apologi[sz](?:ed|es|ing)|(?:public|formal|an|her|his|its|their)\s+apolog(?:y|ies)",
        r"apolog|sorry|regret|forgive|remorse|excus|pardon|mea\s+culpa|ashamed|own(?:s|ed)?\s+(?:up|the)",
    ),
    _group(
        "an acquittal",
        "acquit exonerat",
        r"acquitt(?:ed|al)|exonerat(?:ed|ion)",
        r"acquit|exonerat|not\s+guilty|innocen|clear|dismiss|overturn|dropp|vindicat|absolv|no\s+(?:wrongdoing|evidence)",
    ),
    _group(
        "a kidnapping",
        "kidnap abduct hostage",
        r"kidnapp?(?:ed|ing|ings)|abduct(?:ed|ion)|(?:taken|held)\s+hostage",
        r"kidnap|abduct|hostage|captiv|captur|captor|seiz|ransom|missing|disappear|snatch",
    ),
    _group(
        "an investigation",
        "investigat probe inquiry",
        r"(?:is|are|was|were|being|been)\s+(?:\w+ly\s+)?(?:investigat(?:ed|ing)|under\s+investigation)|"
        r"(?:opened|launched|began|ordered)\s+(?:an?|the|its|their)\s+(?:\w+\s+){0,2}(?:investigation|inquiry|probe)",
        r"investigat|prob(?:e|es|ed|ing)\b|inquir|enquir|examin|look(?:s|ed|ing)?\s+into|review|inspect|query|queries|scrutin|detective|audit|"
        r"subpoena|determin|ascertain|inquest|police|find\s+out",
    ),
    _group(
        "an evacuation",
        "evacuat",
        r"evacuat(?:ed|ion|ions|ing)",
        r"evacuat|flee|fled|shelter|displac|clear|leave|left\b|rescu|airlift|escap|vacat|mov(?:e|ed|ing)\b",
    ),
    _group(
        "a refusal to comment",
        "comment respond reached",
        r"(?:declin\w+|refus\w+)\s+to\s+(?:comment|be\s+interviewed)|(?:did|has|have|had)\s*(?:n't|n’t|\s+not)\s+(?:immediately\s+)?"
        r"(?:respond(?:ed)?|repl(?:y|ied))|could\s*(?:n't|n’t|\s+not)\s+be\s+reached",
        r"comment|respon[ds]|repl[yi]|request|reach|answer|silen|decline|refus|interview|statement",
    ),
    _group(
        "a unanimous decision",
        "unanim",
        r"unanim(?:ous|ously|ity)",
        r"unanim|all\s+(?:\w+\s+)?(?:members|voted|judges|justices|of)|\d+\s*(?:votes?\s+)?(?:-|–|to)\s*(?:0|zero|nil|none)\b|without\s+(?:dissent|opposition)|consensus|"
        r"every\s+\w+|none\s+(?:voted|dissent|oppos)|no\s+(?:dissent|votes?\s+against)|both|whole|entire|agreed",
    ),
    *(_group(*one) for one in _OFFENCES),
    *(
        _group(name, hints, rf"(?:his|her|their|whose|\w+['’]s)\s+(?:\w+\s+)?(?:{claim})", held)
        for name, hints, claim, held in _KIN
    ),
)  # fmt: skip
