(() => {
  "use strict";
  const root = document.documentElement;
  const panel = document.getElementById("evidence");
  const close = panel.querySelector("button");
  const hint = panel.querySelector(".hint");
  const spans = [...document.querySelectorAll("a[data-s]")];
  let opener = null;

  const hide = () => {
    for (const card of panel.querySelectorAll(".card.open")) card.classList.remove("open");
    for (const span of document.querySelectorAll(".chosen")) span.classList.remove("chosen");
    panel.classList.remove("showing");
    root.classList.remove("showing");
    close.hidden = true;
    hint.hidden = false;
  };

  const show = (id, from) => {
    const card = document.getElementById("s-" + id);
    if (!card) return;
    hide();
    opener = from;
    card.classList.add("open");
    for (const span of spans) if (span.dataset.s === id) span.classList.add("chosen");
    panel.classList.add("showing");
    root.classList.add("showing");
    close.hidden = false;
    hint.hidden = true;
    panel.scrollTop = 0;
    if (from && matchMedia("(max-width: 59.99rem)").matches) from.scrollIntoView({ block: "start" });
  };

  const dismiss = () => {
    hide();
    if (opener) opener.focus({ preventScroll: true });
    opener = null;
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (!link) return;
    if (link.dataset.s) {
      event.preventDefault();
      show(link.dataset.s, link);
    } else if (link.hash.startsWith("#at-")) {
      show(link.hash.slice(4), document.getElementById(link.hash.slice(1)));
    } else if (link.hash.startsWith("#finding-")) {
      document.getElementById(link.hash.slice(1)).closest("details").open = true;
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && panel.classList.contains("showing")) dismiss();
    if (event.key === " " && event.target.dataset && event.target.dataset.s) {
      event.preventDefault();
      show(event.target.dataset.s, event.target);
    }
  });
  close.addEventListener("click", dismiss);

  const filter = () => {
    const chosen = {};
    for (const box of document.querySelectorAll("input[type=checkbox]")) {
      chosen[box.name] ||= new Set();
      if (box.checked) chosen[box.name].add(box.value);
    }
    const off = (item) =>
      (item.dataset.status && !chosen.status.has(item.dataset.status)) ||
      (item.dataset.kind && !chosen.kind.has(item.dataset.kind));
    for (const span of spans) {
      const hidden = off(document.getElementById("s-" + span.dataset.s));
      span.classList.toggle("off", hidden);
      if (span.id) span.tabIndex = hidden ? -1 : 0;
    }
    for (const item of document.querySelectorAll(".findings li")) item.hidden = off(item);
  };
  for (const box of document.querySelectorAll("input[type=checkbox]")) {
    box.addEventListener("change", filter);
  }

  root.classList.add("js");
  hide();
  filter();
  const asked = /^#(?:s|at)-(\d+)$/.exec(location.hash);
  if (asked) show(asked[1], document.getElementById("at-" + asked[1]));
})();
