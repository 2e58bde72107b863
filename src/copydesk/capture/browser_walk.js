// Runs in a world of its own within a page, where the page's scripts can change nothing it relies on.
// Returns the page's mark-up and its text in document order, each piece with the reason why a reader
// does not see it ("" where he does).
(limits) => {
  const SKIP = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "TITLE", "IFRAME", "OBJECT",
    "DATALIST", "TEXTAREA", "SELECT", "CANVAS", "VIDEO", "AUDIO", "METADATA", "DESC"]);
  const PAINTED = "img,video,canvas,svg,picture,iframe,object,embed";
  // The mark-up's size is estimated before it is made: a hostile page may have any amount.
  const began = performance.now();
  let size = 0;
  const every = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
  for (let n = every.nextNode(); n && size <= limits.markup; n = every.nextNode()) {
    size += n.nodeType === 1 ? 2 * n.nodeName.length + 5 : (n.data || "").length;
    for (const a of n.attributes || []) size += a.name.length + a.value.length + 4;
    if (performance.now() - began > limits.milliseconds) size = limits.markup + 1;
  }
  if (size > limits.markup) return { large: true };
  const page = document.scrollingElement || document.documentElement;
  const width = Math.max(page.scrollWidth, innerWidth), started = performance.now();
  const out = [];
  let line = [], room = limits.chars, nodes = limits.nodes, cut = false, painted = null;

  const colour = (text) => {
    let m = /^rgba?\(([\d.]+),\s*([\d.]+),\s*([\d.]+)(?:,\s*([\d.]+))?\)$/.exec(text);
    if (m) return [+m[1], +m[2], +m[3], m[4] === undefined ? 1 : +m[4]];
    m = /^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)$/.exec(text);
    return m ? [m[1] * 255, m[2] * 255, m[3] * 255, m[4] === undefined ? 1 : +m[4]] : null;
  };
  const meet = (a, b) => a === null ? b : {
    left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) };
  const small = (r, least) => r.right - r.left < least || r.bottom - r.top < least;
  const clippedAway = (s) =>
    /^rect\((-?[\d.]+)px,? (-?[\d.]+)px,? (-?[\d.]+)px,? (-?[\d.]+)px\)$/.test(s.clip) &&
      ((m) => m[2] - m[4] <= 1 || m[3] - m[1] <= 1)(s.clip.match(/-?[\d.]+/g).reduce(
        (all, n) => [...all, +n], [null])) && (s.position === "absolute" || s.position === "fixed") ||
    /^inset\((?:[5-9]\d|100)(?:\.\d+)?%\)$/.test(s.clipPath) || /^circle\(0(?:px|%)?[ )]/.test(s.clipPath);

  // What an element hands down: clips for text in the flow, for absolute and for fixed boxes below it.
  const state = (element, above) => {
    const s = getComputedStyle(element);
    const whole = element === document.documentElement || element === document.body;
    const mine = { ...above, style: s, element };
    const clip = s.position === "fixed" ? above.fixed : s.position === "absolute" ? above.absolute : above.flow;
    mine.flow = clip;
    mine.why = above.why;
    if (!whole) {
      mine.opacity = above.opacity * +s.opacity;
      if (clippedAway(s)) mine.why ||= "clipped";
      if (s.overflowX !== "visible" || s.overflowY !== "visible") {
        const box = meet(clip, element.getBoundingClientRect());
        const scrolls = /auto|scroll/.test(s.overflowX + s.overflowY);
        if (!scrolls) mine.flow = box;
        else if (s.display !== "inline" && small(box, 4)) mine.flow = box;
        else { mine.flow = null; mine.scrolled = true; }
      }
    }
    const holds = s.transform !== "none" || s.filter !== "none" || s.contain.includes("paint");
    if (holds || s.position !== "static") mine.absolute = mine.flow;
    if (holds) mine.fixed = mine.flow;
    const back = colour(s.backgroundColor);
    if (s.backgroundImage !== "none") mine.back = null;
    else if (back === null || back[3] > 0) mine.back = back !== null && back[3] > 0.5 ? back : null;
    return mine;
  };
  // Whether something that is no ancestor is painted where the text stands.
  const over = (rect, element) => {
    painted ??= [...document.querySelectorAll("body *")].slice(0, limits.nodes).filter((e) => {
      const s = getComputedStyle(e), c = colour(s.backgroundColor);
      return e.matches(PAINTED) || s.backgroundImage !== "none" || c === null || c[3] > 0.1;
    }).map((e) => [e, e.getBoundingClientRect()]);
    const x = (rect.left + rect.right) / 2, y = (rect.top + rect.bottom) / 2;
    return painted.some(([e, r]) => !e.contains(element) && r.left <= x && x <= r.right &&
      r.top <= y && y <= r.bottom && r.width > 8 && r.height > 8);
  };
  const unseen = (node, up) => {
    const s = up.style;
    if (up.why) return up.why;
    if (!up.element.checkVisibility({ visibilityProperty: true })) return "not-shown";
    if (parseFloat(s.fontSize) < limits.font) return "tiny";
    if (up.opacity < 0.1) return "transparent";
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((r) => r.width > 0 && r.height > 0);
    if (!rects.length) return "no-box";
    if (rects.every((r) => r.height < limits.font)) return "tiny";
    if (up.flow && rects.every((r) => small(meet(up.flow, r), 2))) return "clipped";
    if (!up.scrolled && rects.every((r) => r.right + scrollX <= 0 || r.bottom + scrollY <= 0 ||
      r.left + scrollX >= width)) return "off-page";
    const ink = colour(s.webkitTextFillColor || s.color);
    if (ink === null || s.textShadow !== "none" || /text/.test(s.webkitBackgroundClip)) return "";
    if (ink[3] < 0.1) return "transparent";
    const same = up.back && [0, 1, 2].every((n) => Math.abs(ink[n] - up.back[n]) <= limits.contrast);
    return same && !over(rects[0], up.element) ? "same-colour" : "";
  };
  const flush = (cell) => {
    if (cell) { line.push(["", " "]); return; }
    const joined = [];
    for (const [why, text] of line) {
      const last = joined[joined.length - 1];
      if (last && last[0] === why) last[1] += text; else joined.push([why, text]);
    }
    let seen = "";
    for (const [why, text] of joined) {
      if (why === "") { seen += text; continue; }
      if (text.trim()) out.push([why, text.replace(/\s+/g, " ").trim()]);
      seen += /\s$/.test(text) ? " " : "";
    }
    line = [];
    const kept = seen.replace(/[ \t\f\r]+/g, " ").replace(/ ?\n ?/g, "\n").replace(/^[\s|]+|[\s|]+$/g, "");
    if (kept) out.push(["", kept]);
  };
  const text = (node, up) => {
    const raw = node.data;
    if (!raw.trim()) { line.push(["", up.style.whiteSpace.startsWith("pre") ? raw : " "]); return; }
    const why = unseen(node, up);
    const kept = up.style.whiteSpace.startsWith("pre") ? raw : raw.replace(/\s+/g, " ");
    if (kept.length > room) cut = true;
    line.push([why, kept.slice(0, Math.max(room, 0))]);
    room -= kept.length;
  };
  const below = (element) => element.shadowRoot ? element.shadowRoot.childNodes :
    element.localName === "slot" && element.assignedNodes().length ? element.assignedNodes() : element.childNodes;
  const top = { flow: null, absolute: null, fixed: null, opacity: 1, back: [255, 255, 255, 1], why: "", cell: false };
  const stack = document.body ? [[document.body, state(document.documentElement, top)]] : [];
  while (stack.length) {
    const [node, up] = stack.pop();
    if (typeof node === "string") {
      if (node === "cell") line.push(["", " | "]); else flush(up);
      continue;
    }
    if (--nodes < 0 || room < 0 || performance.now() - started > limits.milliseconds) { cut = true; break; }
    if (node.nodeType === 3) { text(node, up); continue; }
    if (node.nodeType !== 1 || SKIP.has(node.nodeName.toUpperCase())) continue;
    if (node.nodeName === "BR") { flush(up.cell); continue; }
    const mine = state(node, up);
    const kind = mine.style.display;
    if (kind === "table-cell" && (node.textContent || "").length <= 400) {
      mine.cell = true;
      stack.push(["cell", null]);
    } else if (!/^inline|^contents|^ruby|^none/.test(kind)) {
      flush(up.cell);
      stack.push(["block", up.cell]);
    }
    const children = below(node);
    for (let n = children.length - 1; n >= 0; n--) stack.push([children[n], mine]);
  }
  flush(false);

  const type = document.doctype ? "<!DOCTYPE html>" : "";
  return {
    markup: type + document.documentElement.outerHTML,
    title: document.title.slice(0, 300), url: location.href, cut, segments: out,
    height: Math.ceil(page.scrollHeight), frames: document.querySelectorAll("iframe").length,
  };
}
