// Shows the articles behind a figure. A figure is a link to #<what>/<which>; nothing is fetched, and
// every name goes into the page as text.
"use strict";
(function () {
  const names = JSON.parse(document.getElementById("names").textContent);
  const rows = JSON.parse(document.getElementById("rows").textContent);
  const PAGE = 50;
  const [ARTICLE, SLUG, DATE, CONTRIBUTOR, MODEL, CATEGORY, DOMAINS, STATES, FAILED, STEPS, FULL,
    CAPTURES, SOURCES, SPECIFICS, FINDINGS] = Array(15).keys();
  const ONE = { contributor: CONTRIBUTOR, model: MODEL, category: CATEGORY };
  const MANY = { domain: DOMAINS, capture: CAPTURES, source: SOURCES, specific: SPECIFICS,
    finding: FINDINGS };
  const HEADS = { contributor: "by", model: "by the model", category: "in the category",
    domain: "that cite", capture: "with a stored body that is", source: "with a cited source that is",
    specific: "with a specific that is", finding: "with the finding", month: "of" };
  const NOT_SAID = "(not said)";
  const find = (id) => document.getElementById(id);
  const section = find("articles"), list = find("list"), more = find("more"), words = find("words");
  let chosen = [], shown = 0, came = null;

  function numberOf(kind, name) {
    const known = names[kind] || [];
    const at = known.indexOf(name);
    return at < 0 && name === NOT_SAID ? known.indexOf("") : at;
  }

  // What a fragment asks for: [title, test of a row], or null.
  function asked(fragment) {
    const [what, which, third] = fragment.split("/").map(decodeURIComponent);
    if (which === undefined) return what === "articles" ? ["in this audit", () => true] : null;
    if (what === "full") return ["with the full chain", (row) => row[FULL] === 1];
    if (what === "failing") {
      const some = which === "1";
      const title = some ? "of which something fails" : "of which nothing fails";
      return [title, (row) => (row[FAILED].length > 0) === some];
    }
    if (what === "check") {
      const at = names.check.indexOf(which);
      const says = { f: "that fail: ", p: "for which holds: ", n: "for which cannot be told: " };
      return at < 0 || !says[third] ? null
        : [says[third] + names.title[at], (row) => row[STATES][at] === third];
    }
    if (what === "why") {
      const at = names.check.indexOf(which), code = numberOf("code", third);
      return at < 0 ? null : ["that fail: " + names.title[at] + " (" + third + ")",
        (row) => row[FAILED].some((one) => one[0] === at && one[1] === code)];
    }
    if (what === "lost" || what === "held") {
      const step = Number(which), at = names.check.indexOf(names.step[step]);
      if (at < 0) return null;
      return what === "lost"
        ? ["lost at: " + names.title[at], (row) => row[STEPS] === step]
        : ["that hold up to: " + names.title[at], (row) => row[STEPS] > step];
    }
    const at = numberOf(what, which), title = HEADS[what] + " " + which;
    const inside = what === "month" ? (row) => which === NOT_SAID
      ? row[DATE] === "" : row[DATE].startsWith(which)
      : what in ONE ? (row) => row[ONE[what]] === at
      : what in MANY ? (row) => row[MANY[what]].includes(at) : null;
    const part = among(third);
    return inside && part ? [title + part[0], (row) => inside(row) && part[1](row)] : null;
  }

  // The part of a group that its third word asks for.
  function among(third) {
    if (third === undefined) return ["", () => true];
    if (third === "full") return [", with the full chain", (row) => row[FULL] === 1];
    if (third === "failing") return [", of which something fails", (row) => row[FAILED].length > 0];
    const at = names.check.indexOf(third);
    return at < 0 ? null : [", that fail: " + names.title[at], (row) => row[STATES][at] === "f"];
  }

  function element(tag, text, kind) {
    const made = document.createElement(tag);
    if (text) made.textContent = text;
    if (kind) made.className = kind;
    return made;
  }

  function item(row) {
    const made = element("li");
    const head = element("p");
    head.append(element("bdi", row[SLUG] || row[ARTICLE], "slug"));
    if (row[FULL]) head.append(" ", element("span", "full chain", "badge"));
    made.append(head);
    const folder = row[ARTICLE].endsWith(row[SLUG])
      ? row[ARTICLE].slice(0, row[ARTICLE].length - row[SLUG].length) : row[ARTICLE];
    const about = [row[DATE], names.contributor[row[CONTRIBUTOR]], names.model[row[MODEL]],
      folder && "in " + folder].filter(Boolean);
    const line = element("p", "", "aside");
    about.forEach((part, at) => line.append(at ? " · " : "", element("bdi", part)));
    made.append(line);
    const failed = element("ul", "", "failed");
    for (const [check, code, reason] of row[FAILED]) {
      const one = element("li");
      one.append(element("b", names.title[check]), " (" + names.code[code] + "): ",
        element("bdi", reason || names.codeWords[code]));
      failed.append(one);
    }
    if (row[FAILED].length) made.append(failed);
    return made;
  }

  function show() {
    const part = chosen.slice(shown, shown + PAGE);
    list.append(...part.map(item));
    shown += part.length;
    more.hidden = shown >= chosen.length;
  }

  function filter() {
    const found = asked(location.hash.slice(1));
    if (!found) return false;
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    chosen = rows.filter((row) => found[1](row)
      && wanted.every((word) => (row[ARTICLE] + " " + row[SLUG]).toLowerCase().includes(word)));
    find("articles-title").textContent =
      chosen.length.toLocaleString("en") + (chosen.length === 1 ? " article " : " articles ") + found[0];
    list.replaceChildren();
    shown = 0;
    section.hidden = false;
    show();
    return true;
  }

  function arrive() {
    let known = false;
    try {
      known = filter();
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
    }
    if (known) {
      // Who closes the list goes on at the figure that led to it.
      if (document.activeElement instanceof Element && document.activeElement.matches("a[href]")) {
        came = document.activeElement;
      }
      section.scrollIntoView();
      section.focus({ preventScroll: true });
    }
  }

  window.addEventListener("hashchange", () => { words.value = ""; arrive(); });
  words.addEventListener("input", filter);
  more.addEventListener("click", show);
  find("close").addEventListener("click", () => {
    section.hidden = true;
    history.pushState(null, "", location.pathname + location.search);
    if (came) came.focus();
  });
  arrive();
})();
