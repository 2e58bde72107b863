/* Copydesk's verifier for a reader's browser: one file, no library, no request to any host.

   It recomputes a Provenance Record from a bundle (copydesk.bundle/1), which the page holds in
   its element #provenance, and compares the words on the page with the words that were signed.
   Its checks have the names and the order of `copydesk verify`. Three rules hold for all of them:
   what cannot be checked is "not-present" and never "fail"; an unknown signer is said to be unknown;
   and nothing passes because nothing was there.

   Parts: 1 bytes, 2 statements, 3 keyring, 4 log, 5 record, 6 checks, 7 words, 8 page. */
"use strict";
(() => {
  const PASS = "pass", FAIL = "fail", ABSENT = "not-present";
  const subtle = globalThis.crypto && globalThis.crypto.subtle;

  /* ---- 1 bytes ---------------------------------------------------------------------------- */

  class Refused extends Error {} // its message is for readers
  const refuse = (message) => { throw new Refused(message); };
  const why = (error) => error instanceof Refused ? error.message : "It has not the form that it should have.";

  const utf8 = (text) => new TextEncoder().encode(text);
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  function concat(...parts) {
    const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
    parts.reduce((at, part) => { whole.set(part, at); return at + part.length; }, 0);
    return whole;
  }
  const digest = async (bytes) => new Uint8Array(await subtle.digest("SHA-256", bytes));
  const sha256 = async (bytes) => hex(await digest(bytes));

  function text(bytes) {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch { return refuse("It is not UTF-8."); }
  }

  function unbase64(value) {
    let binary = "";
    try { binary = atob(value); } catch { refuse("It holds what is not base64."); }
    if (typeof value !== "string" || btoa(binary) !== value) refuse("Its base64 is not in its only form.");
    return Uint8Array.from(binary, (char) => char.charCodeAt(0));
  }

  /* RFC 8785 for what statements may hold: integers only. JSON.stringify writes strings as the RFC
     asks, and sort() compares UTF-16 units. Comparing the result with the text that was parsed also
     catches duplicate keys, spaces, floats and every other way to write the same thing. */
  function canonical(value, depth = 0) {
    if (depth > 32) refuse("Its JSON is nested too deeply.");
    if (typeof value === "string")
      return /[\ud800-\udfff]/u.test(value) ? refuse("A text holds a lone surrogate.") : JSON.stringify(value);
    if (typeof value === "number")
      return Number.isSafeInteger(value) ? String(value) : refuse("It holds a number that is no safe integer.");
    if (value === null || typeof value === "boolean") return String(value);
    if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join()}]`;
    return `{${Object.keys(value).sort().map((key) => `${canonical(key)}:${canonical(value[key], depth + 1)}`).join()}}`;
  }

  function parseCanonical(source) {
    let value;
    try { value = JSON.parse(source); } catch { refuse("It is not JSON."); }
    return canonical(value) === source ? value : refuse("Its JSON is not in the canonical form (RFC 8785).");
  }

  /* Ed25519 from WebCrypto. A key of small order, under which anybody can sign, is refused by its
     y coordinate; one that is not on the curve, by Euler's criterion. */
  const P = 2n ** 255n - 19n;
  const power = (base, exponent) => {
    let result = 1n;
    for (base %= P; exponent > 0n; exponent >>= 1n, base = base * base % P) if (exponent & 1n) result = result * base % P;
    return result;
  };
  const D = (P - 121665n) * power(121666n, P - 2n) % P;
  const Y8 = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;
  const safe = new Map();
  function isSafe(key) {
    const name = hex(key);
    if (!safe.has(name)) {
      const y = BigInt("0x" + hex([...key].reverse())) & (2n ** 255n - 1n);
      const onCurve = () => power((y * y - 1n) * (D * y * y % P + 1n) % P, (P - 1n) / 2n) === 1n;
      safe.set(name, key.length === 32 && y < P && ![0n, 1n, P - 1n, Y8, P - Y8].includes(y) && onCurve());
    }
    return safe.get(name);
  }

  const imported = new Map();
  async function verifies(key, signature, message) {
    const name = hex(key);
    if (!imported.has(name))
      imported.set(name, subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]));
    try {
      return await subtle.verify({ name: "Ed25519" }, await imported.get(name), signature, message);
    } catch { return false; }
  }

  /* ---- 2 statements ----------------------------------------------------------------------- */

  const HASH = (v) => typeof v === "string" && /^[0-9a-f]{64}$/.test(v);
  const TEXT = (v) => typeof v === "string";
  const NAME = (v) => typeof v === "string" && /^[^\0-\x1f\x7f-\x9f]{1,200}$/u.test(v);
  const WORDS = (v) => typeof v === "string" && v !== "";
  const FLAG = (v) => typeof v === "boolean";
  const COUNT = (v) => Number.isSafeInteger(v) && v >= 0;
  const TIME = (v) => typeof v === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(v);
  const ANY = () => true;
  const one = (...values) => (v) => values.includes(v);
  const FIELD = one("title", "summary", "body"), KIND = one("person", "bot", "service");
  const ROLE = one("root", "contributor", "editor", "publisher", "collector", "log", "witness");
  const DIGEST = { sha256: HASH }, REF = { digest: DIGEST };
  const SUBJECT = { name: WORDS, digest: DIGEST };
  const ACTOR = { id: NAME, kind: KIND, "generator?": NAME };
  const PASSAGE = { field: FIELD, start: COUNT, end: COUNT, exact: TEXT };
  const KEY = {
    keyid: HASH, public: TEXT, alg: one("ed25519"), roles: [ROLE], name: NAME, kind: KIND, validFrom: COUNT,
    "validUntil?": COUNT, "revoked?": { logIndex: COUNT, reason: TEXT, retroactive: FLAG },
  };
  const CAPTURE = {
    role: one("page", "rendered-dom", "visible-text", "screenshot", "raw", "pdf", "archive-copy"), outcome: one("stored", "failed", "refused"),
    retrievedAt: TIME, client: NAME, quality: NAME, headers: [[TEXT]], hops: [{ url: TEXT, status: COUNT, location: TEXT, "address?": NAME }],
    "finalUrl?": TEXT, "status?": COUNT, "mediaType?": TEXT, "size?": COUNT, "sha256?": HASH, "wireSha256?": HASH,
    "chunkRoot?": HASH, "reason?": TEXT, "problem?": { code: NAME, message: TEXT }, "mark?": NAME,
    "derivedFrom?": HASH, "archivedAt?": TIME, "address?": NAME, "reservations?": [NAME], "masked?": [NAME], "facts?": [[TEXT]],
    "tls?": [{ sha256: HASH, subject: TEXT, issuer: TEXT, notBefore: TIME, notAfter: TIME }],
    "attempts?": [{ at: TIME, waited: COUNT, "status?": COUNT, "problem?": NAME }],
    "robots?": one("allowed", "disallowed", "unknown"),
  };
  const FINDING = {
    rule: NAME, severity: one("error", "warning", "note"), message: TEXT, "passage?": PASSAGE,
    resolution: one("accepted", "dismissed", "concern", "clarification"), "note?": TEXT,
  };
  /* Which fields each kind has ("?": may be left out); another field is refused, as an older
     verifier cannot know what it means. A test holds this table to the Python models. */
  const SHAPES = {
    "source-set": { collector: ACTOR, capturedAt: TIME, sources: [{ id: COUNT, url: TEXT, captures: [CAPTURE] }] },
    submission: {
      contributor: ACTOR, createdAt: TIME, sourceSet: REF, trace: REF, "note?": TEXT, "supersedes?": REF,
      "humanRequest?": { requested: FLAG, "text?": TEXT },
    },
    review: {
      reviewer: ACTOR, createdAt: TIME, submission: REF, sourceSet: REF, trace: REF, summary: TEXT, wordCount: COUNT,
      verdict: one("approve", "approve-with-corrections", "request-changes", "reject"), sourceCount: COUNT,
      assessments: { content: TEXT, sourceVerification: TEXT, facts: TEXT, tone: TEXT, originality: TEXT },
      findings: [FINDING], concerns: [{ id: NAME, text: WORDS, resolution: TEXT, "passage?": PASSAGE }],
      clarifications: [{ id: NAME, text: WORDS, "passage?": PASSAGE }],
      "featured?": { score: COUNT, reason: TEXT }, disclosures: [{ subject: NAME, required: FLAG, text: TEXT }],
    },
    publication: {
      publisher: ACTOR, newsroom: NAME, article: { slug: NAME, month: TEXT, title: TEXT }, version: COUNT, publishedAt: TIME,
      submission: REF, sourceSet: REF, trace: REF, reviews: [REF], policy: REF, keyring: { version: COUNT, digest: DIGEST },
    },
    correction: {
      publisher: ACTOR, reviewer: ACTOR, corrects: REF, text: WORDS, createdAt: TIME, "passage?": PASSAGE,
      kind: one("correction", "clarification", "update", "retraction"),
    },
    withdrawal: { publisher: ACTOR, reviewer: ACTOR, withdraws: REF, reason: WORDS, createdAt: TIME, removed: [SUBJECT] },
    keyring: {
      newsroom: NAME, version: COUNT, "prev?": REF, keys: [KEY],
      threshold: { root: COUNT, "editor?": COUNT, "publisher?": COUNT, "witness?": COUNT },
    },
    "site-state": { publisher: ACTOR, newsroom: NAME, createdAt: TIME, logSize: COUNT, articles: COUNT, headsRoot: HASH },
  };

  /* What must hold between the fields of a statement. */
  const RULES = {
    "source-set": ({ sources }) => sources.every(({ id, captures }, at) => id === at + 1 && captures.every((capture) => {
      const stored = capture.outcome === "stored", has = (field) => Object.hasOwn(capture, field);
      return stored === (has("sha256") && has("size")) && stored !== has("problem") && (stored || !has("chunkRoot"))
        && capture.headers.every((pair) => pair.length === 2);
    })),
    review: ({ concerns, clarifications, verdict, featured }) => {
      const ids = [...concerns, ...clarifications].map(({ id }) => id);
      return new Set(ids).size === ids.length && (concerns.length > 0 || verdict.startsWith("approve")) && !(featured && featured.score > 5);
    },
    publication: ({ reviews, version, keyring }) => reviews.length > 0 && version > 0 && keyring.version > 0,
    keyring: ({ keys, threshold }) => keys.length > 0 && keys.every(({ roles }) => roles.length) && Object.values(threshold).every((count) => count > 0 && count <= 16),
  };
  const namesItsModel = (predicate) => Object.values(predicate).every((actor) => !actor || actor.kind !== "bot" || actor.generator);

  function fits(value, shape) {
    if (typeof shape === "function") return shape(value);
    if (Array.isArray(shape)) return Array.isArray(value) && value.every((item) => fits(item, shape[0]));
    if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
    const part = (key) => Object.hasOwn(shape, key) ? shape[key] : Object.hasOwn(shape, key + "?") ? shape[key + "?"] : null;
    return Object.keys(value).every((key) => part(key) && fits(value[key], part(key)))
      && Object.keys(shape).every((key) => key.endsWith("?") || Object.hasOwn(value, key));
  }

  /* A DSSE envelope and the in-toto statement in it. The signed bytes are DSSE's PAE. */
  async function readStatement(data, kind) {
    const envelope = parseCanonical(text(data));
    const form = { payloadType: (v) => v === "application/vnd.in-toto+json", payload: TEXT, signatures: [{ keyid: HASH, sig: TEXT }] };
    if (!fits(envelope, form)) refuse("It is no DSSE envelope.");
    if (envelope.signatures.length < 1 || envelope.signatures.length > 16)
      refuse("It has no signature, or too many.");
    const signatures = envelope.signatures.map(({ keyid, sig }) => ({ keyid, sig: unbase64(sig) }));
    if (signatures.some(({ sig }) => sig.length !== 64)) refuse("A signature is not Ed25519's.");
    const payload = unbase64(envelope.payload);
    const value = parseCanonical(text(payload));
    const outer = { _type: (v) => v === "https://in-toto.io/Statement/v1", predicateType: TEXT, predicate: ANY, subject: [SUBJECT] };
    if (!fits(value, outer) || !value.subject.length) refuse("It is no in-toto statement.");
    if (value.predicateType !== `urn:copydesk:${kind}:v1`) refuse(`It is no ${kind} statement.`);
    const fine = fits(value.predicate, SHAPES[kind]) && namesItsModel(value.predicate) && (!RULES[kind] || RULES[kind](value.predicate));
    if (!fine) refuse(`A ${kind} statement has other fields, or other values in them.`);
    return {
      kind, signatures, predicate: value.predicate, subjects: value.subject.map((subject) => subject.digest.sha256),
      message: concat(utf8(`DSSEv1 28 ${envelope.payloadType} ${payload.length} `), payload),
      sha256: await sha256(payload), envelope256: await sha256(data),
    };
  }

  /* Which of the keys (id → raw key) signed. An id in the envelope is only a hint at the key. */
  async function signersOf(statement, keys) {
    const found = [];
    for (const { keyid, sig } of statement.signatures) {
      const order = [...keys.keys()].sort((a, b) => (b === keyid) - (a === keyid));
      for (const id of order) {
        if (!found.includes(id) && await verifies(keys.get(id), sig, statement.message)) { found.push(id); break; }
      }
    }
    return found;
  }

  /* ---- 3 keyring -------------------------------------------------------------------------- */

  const keysOf = (entries) => new Map(entries.map((entry) => [entry.keyid, unbase64(entry.public)]));

  /* TUF's root rules: version N+1 is signed by the root threshold of N and by its own, and keys are
     added, ended or revoked, never dropped or rewritten. */
  async function readKeyring(room) {
    const versions = [];
    for (let data; (data = room.read(`keys/${versions.length + 1}.keyring.dsse.json`));) {
      const number = versions.length + 1, last = versions[number - 2];
      const version = await readStatement(data, "keyring");
      const { predicate } = version;
      if (predicate.version !== number) refuse(`The file of keyring version ${number} holds another version.`);
      await checkEntries(predicate.keys, number);
      if (last) checkSuccessor(predicate, last, number);
      else if (predicate.prev) refuse("Keyring version 1 names a version before it.");
      for (const signing of last ? [last.predicate, predicate] : [predicate]) {
        const roots = signing.keys.filter((e) => e.roles.includes("root") && !e.revoked && e.validUntil === undefined);
        const signed = await signersOf(version, keysOf(roots));
        if (signed.some((id) => !version.signatures.some((s) => s.keyid === id)))
          refuse(`Keyring version ${number} calls a signing key by another id.`);
        if (signed.length < signing.threshold.root)
          refuse(`Keyring version ${number} is not signed by the root threshold of version ${signing.version}.`);
      }
      versions.push(version);
    }
    if (!versions.length) refuse("There is no keyring.");
    if (room.paths.filter((path) => /^keys\/[^/]+\.keyring\.dsse\.json$/.test(path)).length > versions.length)
      refuse("A keyring version is missing.");
    const newest = versions[versions.length - 1].predicate;
    const entries = new Map(newest.keys.map((entry) => [entry.keyid, entry]));
    const keyring = { versions, newest, entries, keys: keysOf(newest.keys), pin: versions[0].sha256, places: [], notes: [], unlogged: 0, misplaced: "" };
    try { await placeVersions(room, keyring); } catch (error) { keyring.misplaced = why(error); }
    return keyring;
  }

  /* Where the log holds each version. A new key, or the end of one, may not count before the log
     holds the version that says so: who has stolen the root key cannot change what was signed. */
  async function placeVersions(room, keyring) {
    let before = new Map();
    for (const [at, version] of keyring.versions.entries()) {
      const found = await place(room, `keys/${at + 1}.keyring.tlog-proof`, version, keyring);
      const now = new Map(version.predicate.keys.map((entry) => [entry.keyid, entry]));
      if (!found && at) refuse(`Version ${at + 1}: it has no log proof.`); // only the pinned one may be without
      if (!found) keyring.unlogged = 1;
      else {
        for (const [keyid, { name, validFrom, validUntil }] of now) {
          const old = before.get(keyid);
          if (!old && validFrom < found.index || validUntil < found.index && (!old || old.validUntil === undefined))
            refuse(`Version ${at + 1} lets the key ${name} begin or end before log entry ${found.index}.`);
        }
        if (keyring.places.some((index) => index >= found.index))
          refuse(`Version ${at + 1} is logged out of order.`);
        keyring.places.push(found.index);
        keyring.notes.push(found.note);
      }
      before = now;
    }
  }

  async function checkEntries(entries, number) {
    const seen = new Set();
    for (const entry of entries) {
      const key = unbase64(entry.public);
      if (!isSafe(key)) refuse(`Keyring version ${number} holds an unsafe key.`);
      if (seen.has(entry.keyid) || await sha256(key) !== entry.keyid)
        refuse(`Keyring version ${number}: the entry ${entry.name} has a wrong or repeated key id.`);
      seen.add(entry.keyid);
    }
  }

  function checkSuccessor(predicate, last, number) {
    if (!predicate.prev || predicate.prev.digest.sha256 !== last.sha256)
      refuse(`Keyring version ${number} does not name the version before it.`);
    if (predicate.newsroom !== last.predicate.newsroom) refuse(`Keyring version ${number} is another newsroom's.`);
    for (const before of last.predicate.keys) {
      const now = predicate.keys.find((entry) => entry.keyid === before.keyid);
      const allowed = { ...before }; // it may have gained an end or a revocation, and nothing else
      for (const field of ["validUntil", "revoked"]) if (now && !(field in before) && field in now) allowed[field] = now[field];
      if (!now || canonical(allowed) !== canonical(now))
        refuse(`Keyring version ${number} drops or rewrites the key ${before.name}.`);
    }
  }

  /* Why the key's signature does not count for one of the roles at that log entry; "" when it does. */
  function whyNot(keyring, keyid, roles, index) {
    const entry = keyring.entries.get(keyid);
    if (!entry) return "the signer is not in the keyring";
    if (!roles.some((role) => entry.roles.includes(role)))
      return `${entry.name} does not hold the role ${roles.join(" or ")}`;
    const known = index !== null, { revoked, validUntil } = entry;
    if (revoked && (revoked.retroactive || known && index >= revoked.logIndex))
      return `the key ${entry.name} is revoked: ${revoked.reason.replace(/\.+$/, "")}`;
    if (known && index < entry.validFrom)
      return `the key ${entry.name} counts from log entry ${entry.validFrom} on`;
    if (known && validUntil !== undefined && index >= validUntil)
      return `the key ${entry.name} counts up to log entry ${validUntil}`;
    return "";
  }

  /* ---- 4 log ------------------------------------------------------------------------------ */

  const leafHash = (entry) => digest(concat([0], entry));
  const nodeHash = (left, right) => digest(concat([1], left, right));

  /* RFC 9162, 2.1.3.2. BigInt-free: sizes are safe integers, so halves are taken by division. */
  async function included(leaf, index, size, path, root) {
    if (!(index < size)) return false;
    let position = index, last = size - 1, current = leaf;
    const halve = () => { position = Math.floor(position / 2); last = Math.floor(last / 2); };
    for (const sibling of path) {
      if (last === 0) return false;
      if (position % 2 || position === last) {
        current = await nodeHash(sibling, current);
        while (position % 2 === 0 && position) halve();
      } else current = await nodeHash(current, sibling);
      halve();
    }
    return last === 0 && hex(current) === hex(root);
  }

  /* A C2SP signed note that is a checkpoint: origin, size, root, then signature lines. */
  function readCheckpoint(source) {
    const cut = source.lastIndexOf("\n\n");
    if (cut < 0 || !source.endsWith("\n") || /[\0-\x09\x0b-\x1f]/.test(source))
      refuse("The checkpoint is no signed note.");
    const body = source.slice(0, cut + 1), lines = body.split("\n");
    const signatures = source.slice(cut + 2, -1).split("\n").map((line) => {
      const found = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) || refuse("A signature line of the checkpoint is malformed.");
      const bytes = unbase64(found[2]);
      return { name: found[1], hash: hex(bytes.slice(0, 4)), sig: bytes.slice(4) };
    });
    const root = lines.length > 3 && lines.slice(0, -1).every(Boolean) && /^(0|[1-9]\d{0,15})$/.test(lines[1]) ? unbase64(lines[2]) : [];
    if (root.length !== 32 || signatures.length > 64) refuse("The note is no checkpoint.");
    return { origin: lines[0], size: Number(lines[1]), root, text: body, signatures };
  }

  const noteKeyHash = async (name, type, key) => hex(await digest(concat(utf8(name + "\n"), [type], key))).slice(0, 8);

  /* Whether a log key that counts for a log of this size signed the checkpoint of this newsroom. A
     line of such a key that does not verify spoils the note. */
  async function signedByLog(note, keyring) {
    const origin = keyring.newest.newsroom;
    if (note.origin !== origin) return false;
    for (const [keyid, key] of keyring.keys) {
      if (whyNot(keyring, keyid, ["log"], Math.max(note.size - 1, 0))) continue;
      const hash = await noteKeyHash(origin, 1, key);
      const mine = note.signatures.filter((line) => line.name === origin && line.hash === hash);
      const right = await Promise.all(mine.map((line) => verifies(key, line.sig, utf8(note.text))));
      if (right.length && right.every(Boolean)) return true;
    }
    return false;
  }

  function readProof(source) {
    const cut = source.indexOf("\n\n"), lines = source.slice(0, Math.max(cut, 0)).split("\n");
    const index = /^index (0|[1-9]\d{0,15})$/.exec(lines[1] || "");
    if (lines[0] !== "c2sp.org/tlog-proof@v1" || !index || lines.length > 65) refuse("The file is no log proof.");
    const path = lines.slice(2).map(unbase64);
    if (path.some((hash) => hash.length !== 32)) refuse("The log proof holds what is not a hash.");
    return { index: Number(index[1]), path, note: readCheckpoint(source.slice(cut + 2)) };
  }

  /* The place of a statement in the log: {index, note}, null without a proof; refused if it is wrong. */
  async function place(room, path, statement, keyring) {
    const data = room.read(path);
    if (!data || !keyring) return null;
    const { index, path: siblings, note } = readProof(text(data));
    const leaf = canonical({ v: 1, kind: statement.kind, payload_sha256: statement.sha256, envelope_sha256: statement.envelope256 });
    if (!await included(await leafHash(utf8(leaf)), index, note.size, siblings, note.root))
      refuse("The log entry of the proof is not this statement with these signatures.");
    if (!await signedByLog(note, keyring))
      refuse("The proof's checkpoint is not signed by a log key that counts for it.");
    return { index, note };
  }

  /* ---- 5 record --------------------------------------------------------------------------- */

  /* The bundle as a newsroom's files: paths, and bytes by path. */
  function openBundle(bundle) {
    if (!bundle || bundle.schema !== "copydesk.bundle/1")
      refuse("It is no bundle of Copydesk (copydesk.bundle/1).");
    const files = new Map(Object.entries(bundle.files || {})), binary = new Map(Object.entries(bundle.binary || {}));
    if (typeof bundle.article !== "string" || ![...files.values()].every(TEXT))
      refuse("The bundle has not the form that it should have.");
    const read = (path) => files.has(path) ? utf8(files.get(path)) : binary.has(path) ? unbase64(binary.get(path)) : null;
    return { folder: bundle.article, paths: [...files.keys(), ...binary.keys()], read };
  }

  async function readRecord(room, keyring) {
    const prov = `${room.folder}/prov`, seen = new Set();
    const found = { reviews: [], corrections: [], problems: [], logProblems: [], proofs: [] };
    async function read(kind, name) {
      const path = `${prov}/${name}.dsse.json`, data = room.read(path);
      seen.add(path);
      if (!data) return null;
      let item;
      try { item = await readStatement(data, kind); } catch (error) { found.problems.push([path, why(error)]); return null; }
      item.name = name;
      item.index = null;
      item.keyids = keyring ? await signersOf(item, keyring.keys) : [];
      try {
        const at = await place(room, `${prov}/${name}.tlog-proof`, item, keyring);
        if (at) { item.index = at.index; found.proofs.push(at.note); }
      } catch (error) {
        item.misplaced = true;
        found.logProblems.push([`${prov}/${name}.tlog-proof`, why(error)]);
      }
      return item;
    }
    const numbered = async (kind, list) => {
      for (let item; list.length < 200 && (item = await read(kind, `${kind}-${list.length + 1}`));) list.push(item);
    };
    found.article = room.read(`${room.folder}/article.md`);
    found.articleSha = found.article && await sha256(found.article);
    found.trace = room.read(`${prov}/trace.json`);
    found.sourceSet = await read("source-set", "source-set");
    found.submission = await read("submission", "submission");
    await numbered("review", found.reviews);
    found.publication = await read("publication", "publication");
    await numbered("correction", found.corrections);
    found.withdrawal = await read("withdrawal", "withdrawal");
    for (const path of room.paths) {
      const inside = path.startsWith(`${prov}/`) ? path.slice(prov.length + 1) : "/";
      if (!inside.includes("/") && inside.endsWith(".dsse.json") && !seen.has(path))
        found.problems.push([path, "No step of the article accounts for this statement."]);
    }
    found.statements = [found.sourceSet, found.submission, ...found.reviews, found.publication, ...found.corrections, found.withdrawal].filter(Boolean);
    found.missing = found.publication ? FAIL : ABSENT; // what an absent step means
    return found;
  }

  /* The signed list of newest statements: null where there is none, else it or {problem}. */
  async function readState(room, keyring) {
    const data = room.read("state/site-state.dsse.json");
    if (!data || !keyring) return null;
    try {
      const state = await readStatement(data, "site-state");
      state.keyids = await signersOf(state, keyring.keys);
      const at = await place(room, "state/site-state.tlog-proof", state, keyring);
      if (!at) return { problem: "it has no log proof." };
      return Object.assign(state, at);
    } catch (error) { return { problem: why(error) }; }
  }

  /* Who has to sign each kind: the field that names them, and the roles that their key may have. */
  const BOTH = [["publisher", ["publisher"]], ["reviewer", ["editor"]]];
  const SIGNERS = {
    "source-set": [["collector", ["collector", "contributor"]]], submission: [["contributor", ["contributor"]]],
    review: [["reviewer", ["editor"]]], publication: [["publisher", ["publisher"]]], correction: BOTH, withdrawal: BOTH,
    "site-state": [["publisher", ["publisher"]]],
  };

  /* What is wrong with the signatures as such: {reason, unknown}; every one must be another key's. */
  function unmatched(item, keyring) {
    if (item.signatures.length === item.keyids.length) return { reason: "" };
    const left = item.signatures.map(({ keyid }) => keyid).filter((keyid) => !item.keyids.includes(keyid));
    if (left.some((keyid) => keyring.entries.has(keyid)))
      return { reason: "The signature does not match: the statement was changed after signing." };
    if (!left.length) return { reason: "One key has signed twice; that counts once." };
    return { unknown: true, reason: `Signer not recognised: key ${left[0].slice(0, 16)}… is not in the keyring. This says nothing about the text.` };
  }

  /* The key that signed as the one whom `field` names: [keyid, ""], or ["", why none did]. */
  function party(item, keyring, [field, roles]) {
    const actor = item.predicate[field], reasons = [];
    for (const keyid of item.keyids) {
      const { name, kind } = keyring.entries.get(keyid);
      const reason = whyNot(keyring, keyid, roles, item.index)
        || (name === actor.id && kind === actor.kind ? "" : `it names the ${actor.kind} ${actor.id}, but the key is that of the ${kind} ${name}`);
      if (!reason) return [keyid, ""];
      reasons.push(reason);
    }
    return ["", reasons.find((reason) => !reason.includes("does not hold the role")) || reasons[0] || "no signer is known"];
  }

  /* Why the signers do not count for this step; "" when everyone whom it names has signed. */
  function whyNotSigned(item, keyring) {
    for (const who of SIGNERS[item.kind]) {
      const [, reason] = party(item, keyring, who);
      if (reason) return `${reason[0].toUpperCase()}${reason.slice(1)}.`;
    }
    if (item.kind !== "publication") return "";
    const count = item.keyids.filter((keyid) => !whyNot(keyring, keyid, ["publisher"], item.index)).length;
    const wanted = threshold(keyring, "publisher", item);
    return count < wanted ? `${count} of ${wanted} publishers have signed.` : "";
  }

  const trusted = (item, keyring) => keyring !== null && item.keyids.length > 0 && !unmatched(item, keyring).reason && !whyNotSigned(item, keyring);

  /* How many different keys have to sign, by the keyring version that the publication names. */
  function threshold(keyring, role, publication) {
    const version = publication && keyring.versions[publication.predicate.keyring.version - 1];
    return (version ? version.predicate : keyring.newest).threshold[role] || 1;
  }

  /* ---- 6 checks --------------------------------------------------------------------------- */

  const TITLES = {
    shown: "Words on this page", "keyring-chain": "Keyring", "keyring-log": "Keyring in the log", "keyring-pin": "Pinned keyring", form: "Form of the statements",
    article: "Article text", "source-list": "Source list", captures: "Captured bodies", trace: "Trace", signature: "Signature",
    signer: "Signer", references: "References", publication: "Publication", approval: "Approval", "four-eyes": "Four eyes",
    inclusion: "Log entry", order: "Order of the steps", consistency: "Log consistency", corrections: "Corrections",
    withdrawal: "Withdrawal", witnesses: "Witnesses", timestamp: "Time", "site-state": "Newest state", passages: "Quoted passages",
  };

  /* Everything that a bundle says of itself. `pin`: the keyring digest that the reader trusts. */
  async function verifyBundle(bundle, pin = "") {
    const room = openBundle(bundle);
    let keyring = null, keyringProblem = "";
    try { keyring = await readKeyring(room); } catch (error) { keyringProblem = why(error); }
    const found = await readRecord(room, keyring);
    const checks = [];
    const context = { room, keyring, keyringProblem, found, state: await readState(room, keyring), pin: pin.trim().toLowerCase() };
    for (const [id, check] of Object.entries(CHECKS)) {
      const say = (state, reason, about = "", other = id) => checks.push({ id: other, state, reason, about });
      try { await check(say, context); } catch (error) { say(FAIL, why(error)); }
    }
    const published = checks.every((check) => check.id !== "publication" || check.state === PASS);
    return { article: room.folder, checks, published, pin: keyring ? keyring.pin : "", found };
  }

  /* The list of what was taken out of a redacted copy, in words; its places and kilobytes must agree. */
  function readRedaction(data, hash, size) {
    const list = parseCanonical(text(data)), one = { start: COUNT, end: COUNT, reason: (v) => v === "own-address" || v === "session-token" };
    const form = { schema: (v) => v === "copydesk.redaction/1", sha256: (v) => v === hash, size: (v) => v === size && v <= 2 ** 28, copySha256: HASH, places: [one], chunks: [{ number: COUNT, leaf: HASH }] };
    const touched = new Set();
    let at = 0, octets = 0, fine = fits(list, form) && list.places.length <= 10000;
    for (const { start, end } of fine ? list.places : []) {
      fine = fine && at <= start && start < end && end <= size;
      for (let n = start >> 10; fine && n <= (end - 1) >> 10; n += 1) touched.add(n);
      octets += end - start;
      at = end;
    }
    if (!fine || list.chunks.map(({ number }) => number).join() !== [...touched].join()) refuse(`The list of what was taken out of ${hash} is not right.`);
    return `${hash}: ${list.places.length} places, ${octets} bytes`;
  }

  const CHECKS = {
    "keyring-chain"(say, { keyring, keyringProblem }) {
      if (!keyring) return say(FAIL, keyringProblem);
      const count = keyring.versions.length;
      return say(PASS, `${count} version${count > 1 ? "s" : ""}, each properly signed.`);
    },

    "keyring-log"(say, { keyring }) {
      if (!keyring) return say(ABSENT, "There is no keyring to look for.");
      if (keyring.misplaced) return say(FAIL, keyring.misplaced);
      if (keyring.unlogged) return say(ABSENT, "Version 1 has no log proof.");
      return say(PASS, `Every version is logged, the newest at ${keyring.places[keyring.places.length - 1]}.`);
    },

    "keyring-pin"(say, { keyring, pin }) {
      if (!keyring) return say(ABSENT, "There is no keyring to compare with.");
      if (!pin)
        return say(ABSENT, `Not compared: compare ${keyring.pin} yourself with the digest that the newsroom has made known elsewhere.`);
      return keyring.pin === pin ? say(PASS, "Version 1 is the one that you trust.") : say(FAIL, `Version 1 is ${keyring.pin}, not the one that you trust.`);
    },

    form(say, { found }) {
      for (const [path, message] of found.problems) say(FAIL, message, path);
      if (found.problems.length) return;
      if (found.statements.length) say(PASS, `${found.statements.length} statements are well formed.`);
      else say(ABSENT, "There is no statement about this article.");
    },

    article(say, { found }) {
      const about = found.statements.filter((item) => item.kind !== "source-set");
      if (!found.article && found.withdrawal) {
        const one = new Set(about.map((item) => item.subjects[0])).size === 1;
        return one ? say(ABSENT, `The text was withdrawn; its SHA-256 is ${about[0].subjects[0]}.`) : say(FAIL, "The statements are about different texts.");
      }
      if (!found.article) return say(FAIL, "article.md is not there.");
      for (const item of about) {
        if (item.subjects[0] === found.articleSha) say(PASS, "It is about exactly these bytes.", item.name);
        else say(FAIL, `It is about ${item.subjects[0]}, but article.md is ${found.articleSha}.`, item.name);
      }
      if (!about.length) say(ABSENT, "No statement names the article's text.");
    },

    async "source-list"(say, { found }) {
      const { sourceSet, article } = found;
      if (!article && found.withdrawal) return say(ABSENT, "The text was withdrawn.");
      if (!sourceSet || !article) return say(found.missing, "There is no source set or no article.");
      const listed = sourceSet.predicate.sources;
      const urls = listed.map((source) => source.url), front = frontMatter(text(article)).sources;
      const stored = listed.flatMap((source) => source.captures.map((capture) => capture.sha256)).filter(Boolean);
      const list = await sha256(utf8(canonical(urls))), { subjects } = sourceSet;
      const expected = [...new Set([list, ...stored])].sort().join();
      if (subjects[0] !== list || [...new Set(subjects)].sort().join() !== expected)
        return say(FAIL, "The source set's subjects are not its captures.");
      if (!front)
        return say(ABSENT, "The article's list of sources is written in a way that this check does not read; use `copydesk verify`.");
      if (front.join("\n") !== urls.join("\n"))
        return say(FAIL, "The source set lists other URLs than the article.");
      return say(PASS, `All ${urls.length} cited URLs, in order.`);
    },

    /* No browser unpacks the bodies (zstd); the lists beside redacted copies lie open. */
    captures(say, { found, room }) {
      const stored = (found.sourceSet ? found.sourceSet.predicate.sources : []).flatMap((source) => source.captures.filter((capture) => capture.sha256));
      if (!stored.length) return say(ABSENT, "No source has a stored body.");
      const wanted = new Map(stored.map((capture) => [capture.sha256, capture.size]));
      const redacted = [];
      for (const [hash, size] of wanted) {
        const place = (folder, ending) => room.read(`captures/${folder}/${hash.slice(0, 2)}/${hash}.${ending}`);
        const list = place("redacted", "json");
        if (!list || !place("redacted", "zst") || place("sha256", "zst")) continue;
        redacted.push(readRedaction(list, hash, size));
      }
      const here = redacted.length ? `${redacted.length} are here as redacted copies, which cannot have the signed hash; the first is of ${redacted[0]} taken out. ` : "";
      return say(ABSENT, `${wanted.size} stored bodies are named by digest. ${here}\`copydesk verify\` unpacks and compares what is here.`);
    },

    async trace(say, { found }) {
      if (!found.submission) return say(found.missing, "There is no submission.");
      if (!found.trace) return say(ABSENT, "trace.json is not here; its digest is signed.");
      if (await sha256(found.trace) !== found.submission.predicate.trace.digest.sha256)
        return say(FAIL, "trace.json is not the one that was signed.");
      const value = JSON.parse(text(found.trace));
      if (value.schema !== "copydesk.trace/1") return say(FAIL, "trace.json is not JSON of the trace schema.");
      if (value.article.sha256 !== found.articleSha) return say(FAIL, "trace.json is the trace of another text.");
      return say(PASS, "It is the one that the contributor signed.");
    },

    signature(say, { found, keyring }) {
      for (const item of found.statements) {
        if (!keyring) { say(ABSENT, "Without a keyring it cannot be checked.", item.name); continue; }
        const { reason, unknown } = unmatched(item, keyring);
        if (unknown) {
          say(ABSENT, "The signer's key is not known.", item.name);
          say(FAIL, reason, item.name, "signer");
        } else if (reason) say(FAIL, reason, item.name);
        else {
          const who = item.keyids.map((keyid) => keyring.entries.get(keyid).name).join(" and "), problem = whyNotSigned(item, keyring);
          say(PASS, `Signed by ${who}.`, item.name);
          say(problem ? FAIL : PASS, problem || `${who} may sign it.`, item.name, "signer");
        }
      }
      if (!found.statements.length) say(ABSENT, "There is no statement to be signed.");
    },

    async references(say, { found, keyring, room }) {
      const { submission, publication, reviews, sourceSet } = found;
      // Where the trace is left out of the bundle, all must still name the one of the submission.
      const trace = found.trace ? await sha256(found.trace) : submission && submission.predicate.trace.digest.sha256;
      const steps = [submission, ...reviews, publication].filter(Boolean);
      for (const item of steps) {
        const { predicate } = item, wrong = [];
        const compare = (what, here, named) => here === named || wrong.push(what);
        compare("source set", sourceSet && sourceSet.sha256, predicate.sourceSet.digest.sha256);
        compare("trace", trace, predicate.trace.digest.sha256);
        if (item !== submission)
          compare("submission", submission && submission.sha256, predicate.submission.digest.sha256);
        if (item === publication) {
          const version = keyring && keyring.versions[predicate.keyring.version - 1];
          // An older version might ask for fewer signatures, or not know of a revocation.
          if (keyring && item.index !== null && !keyring.misplaced) {
            compare("keyring version than that in force", keyring.unlogged + keyring.places.filter((index) => index < item.index).length, predicate.keyring.version);
          }
          compare("list of reviews", reviews.map((review) => review.sha256).join(), predicate.reviews.map((ref) => ref.digest.sha256).join());
          compare("keyring version", version ? version.sha256 : null, predicate.keyring.digest.sha256);
          compare("place of the article", room.folder, `articles/${predicate.article.month}/${predicate.article.slug}`);
          compare("newsroom", keyring && keyring.newest.newsroom, predicate.newsroom);
        }
        say(wrong.length ? FAIL : PASS, wrong.length ? `It names another ${wrong.join(" and ")} than the one here.` : "It names exactly what is here.", item.name);
      }
      if (!steps.length) say(ABSENT, "No statement refers to another.");
    },

    publication(say, { found, keyring }) {
      const { publication, article } = found;
      if (!publication) return say(ABSENT, "The article is not published.");
      if (!trusted(publication, keyring)) return say(FAIL, "The publication is not properly signed.");
      const title = article ? frontMatter(text(article)).title : null;
      if (title !== null && words(title).join() !== words(publication.predicate.article.title).join())
        return say(FAIL, "It names another title than the article has.");
      return say(PASS, `Published at ${publication.predicate.publishedAt}.`);
    },

    approval(say, { found, keyring }) {
      const { reviews, missing } = found;
      if (!reviews.length) return say(missing, "There is no review.");
      const { verdict } = reviews[reviews.length - 1].predicate;
      if (!approves(reviews[reviews.length - 1])) return say(missing, `The newest review says ${verdict}.`);
      const approving = reviews.slice(reviews.findLastIndex((review) => !approves(review)) + 1);
      if (!approving.every((review) => trusted(review, keyring)))
        return say(FAIL, "The approving review is not properly signed.");
      const keys = new Set(approving.map((review) => party(review, keyring, SIGNERS.review[0])[0]));
      const wanted = threshold(keyring, "editor", found.publication);
      if (keys.size < wanted) return say(missing, `${keys.size} of ${wanted} editors approve.`);
      return say(PASS, `The newest review says ${verdict}.`);
    },

    "four-eyes"(say, { found, keyring }) {
      const { submission, missing } = found, approving = found.reviews.filter(approves), contributor = submission && submission.predicate.contributor.id;
      if (!submission || !approving.length) say(missing, "There is no submission or no approval.");
      else if (!submission.keyids.length || !approving.every((review) => review.keyids.length))
        say(missing, "A signer is not known.");
      else if (approving.some((review) => review.keyids.some((keyid) => submission.keyids.includes(keyid))))
        say(FAIL, "The contributor's key also signed the approval.");
      else if (approving.some((review) => review.predicate.reviewer.id === contributor))
        say(FAIL, `${contributor} approved their own article.`);
      else say(PASS, "Contributor and approving editor signed with two keys.");
      for (const item of [...found.corrections, found.withdrawal].filter(Boolean)) {
        const [publisher, editor] = BOTH.map((who) => keyring && party(item, keyring, who)[0]), { predicate } = item;
        if (!publisher || !editor)
          say(FAIL, "Not both a publisher and an editor have properly signed it.", item.name);
        else if (publisher === editor || predicate.publisher.id === predicate.reviewer.id)
          say(FAIL, "One person signed it twice.", item.name);
        else if (submission && (submission.keyids.includes(editor) || predicate.reviewer.id === contributor))
          say(FAIL, "The article's contributor approved it.", item.name);
        else say(PASS, `${predicate.publisher.id} and ${predicate.reviewer.id} signed with two keys.`, item.name);
      }
    },

    inclusion(say, { found, keyring }) {
      for (const [path, message] of found.logProblems) say(FAIL, message, path);
      for (const item of found.statements) {
        if (item.misplaced) continue;
        if (!keyring) say(ABSENT, "Without a keyring it cannot be checked.", item.name);
        else if (item.index === null) say(found.missing, "It has no log proof.", item.name);
        else say(PASS, `Entry ${item.index} of the log.`, item.name);
      }
      if (!found.statements.length && !found.logProblems.length)
        say(ABSENT, "There is no statement to be logged.");
    },

    order(say, { found, keyring }) {
      const indices = found.statements.map((item) => item.index);
      if (!keyring) return say(ABSENT, "Without a keyring it cannot be checked.");
      if (indices.includes(null) || indices.length < 2) return say(found.missing, "Not every step is logged.");
      if (indices.some((index, at) => at && index <= indices[at - 1]))
        return say(FAIL, "The log holds the steps in another order.");
      return say(PASS, "Each step is logged after the one before it.");
    },

    async consistency(say, context) {
      const { found, keyring, state } = context, roots = new Map();
      const notes = [...found.proofs, ...keyring ? keyring.notes : [], ...state && state.note ? [state.note] : []];
      for (const { size, root } of notes) {
        if ((roots.get(size) || hex(root)) !== hex(root))
          return say(FAIL, "Two proofs are of logs of one length that differ: the log was forked.");
        roots.set(size, hex(root));
      }
      const newest = await checkpoint(context);
      if (newest === "unsigned")
        return say(FAIL, "The newest checkpoint is not signed by a log key that counts for it.");
      if (!newest) return say(ABSENT, keyring ? "No log is here." : "Without a keyring it cannot be checked.");
      if (!found.proofs.length) return say(ABSENT, "No statement has a log proof.");
      if (Math.max(...roots.keys()) > newest.size)
        return say(FAIL, "The log is shorter than when a proof was made.");
      if (roots.has(newest.size) && roots.get(newest.size) !== hex(newest.root))
        return say(FAIL, "The log does not contain an earlier one.");
      if (roots.size > 1 || !roots.has(newest.size))
        return say(ABSENT, "The proofs are of older logs; whether today's contains them needs the whole log.");
      return say(PASS, `Every proof is of the one log of ${newest.size} entries.`);
    },

    corrections(say, { found }) {
      let before = found.publication && found.publication.sha256;
      if (!found.corrections.length) return say(ABSENT, "There is no correction.");
      for (const item of found.corrections) {
        if (item.predicate.corrects.digest.sha256 !== before)
          return say(FAIL, "It does not name the publication or correction before it.", item.name);
        before = item.sha256;
      }
      return say(PASS, `${found.corrections.length}, each chained to the one before.`);
    },

    withdrawal(say, { found, keyring }) {
      const { withdrawal, corrections, publication } = found, last = corrections[corrections.length - 1] || publication;
      if (!withdrawal) return say(ABSENT, "The article has not been withdrawn.");
      if (!last || withdrawal.predicate.withdraws.digest.sha256 !== last.sha256)
        return say(FAIL, "It does not name the newest statement before it.");
      if (!trusted(withdrawal, keyring)) return say(FAIL, "The withdrawal is not properly signed.");
      const signed = new Map([["article.md", withdrawal.subjects[0]]]);
      if (found.submission) signed.set("prov/trace.json", found.submission.predicate.trace.digest.sha256);
      if ((withdrawal.predicate.removed || []).some(({ name, digest }) => signed.has(name) && signed.get(name) !== digest.sha256))
        return say(FAIL, "It says that another text or trace was removed than the one signed.");
      return say(PASS, `Withdrawn at ${withdrawal.predicate.createdAt}.`);
    },

    /* C2SP cosignature/v1: 8 bytes of time, then the signature over a header and the note's text. A
       line of a witness that does not verify makes its word void. */
    async witnesses(say, context) {
      const { room, keyring, found } = context, newest = await checkpoint(context), names = [];
      if (!newest || newest === "unsigned") return say(ABSENT, "There is no checkpoint that could be checked.");
      if (!keyring.newest.keys.some((entry) => entry.roles.includes("witness")))
        return say(ABSENT, "The keyring names no witness, so nobody else vouches for the log.");
      const anchored = room.read(`log/checkpoints/${newest.size}`), note = anchored ? readCheckpoint(text(anchored)) : newest;
      if (note.size !== newest.size || hex(note.root) !== hex(newest.root) || !await signedByLog(note, keyring))
        return say(FAIL, "The anchored checkpoint is not one of this log.");
      for (const [keyid, key] of keyring.keys) {
        if (whyNot(keyring, keyid, ["witness"], Math.max(note.size - 1, 0))) continue;
        const { name } = keyring.entries.get(keyid), hash = await noteKeyHash(name, 4, key);
        const right = await Promise.all(note.signatures.filter((line) => line.name === name && line.hash === hash).map(({ sig }) => {
          if (sig.length !== 72) return false;
          const time = new DataView(sig.buffer).getBigUint64(0);
          return time < 2n ** 63n && verifies(key, sig.slice(8), utf8(`cosignature/v1\ntime ${time}\n${note.text}`));
        }));
        if (right.length && right.every(Boolean)) names.push(name);
      }
      const wanted = keyring.newest.threshold.witness || 1, count = new Set(names).size, last = Math.max(-1, ...found.statements.map((item) => item.index));
      const sentence = `${count} of ${wanted} asked for${count ? `: ${names.join(", ")} saw the ${note.size} entries` : ""}.`;
      return say(count >= wanted && last < note.size ? PASS : ABSENT, sentence);
    },

    timestamp(say) {
      say(ABSENT, "A browser cannot check a time stamp; use `copydesk verify`.");
    },

    /* The Merkle proof of this article's line in the signed list of newest statements. */
    async "site-state"(say, { room, found, keyring, state }) {
      if (!keyring) return say(ABSENT, "Without a keyring it cannot be checked.");
      if (!state) return say(ABSENT, "No signed list of newest statements is here.");
      if (state.problem) return say(FAIL, `The list of newest statements: ${state.problem}`);
      const { predicate } = state, when = `the state of ${predicate.createdAt}, log entry ${predicate.logSize}`;
      if (state.index < predicate.logSize)
        return say(FAIL, "The log does not hold the list of newest statements after what it lists.");
      if (!trusted(state, keyring) || predicate.newsroom !== keyring.newest.newsroom)
        return say(FAIL, "The list of newest statements is not properly signed by this newsroom.");
      const proof = room.read("state/head.json"), last = found.withdrawal || found.corrections[found.corrections.length - 1] || found.publication;
      if (!proof) return say(ABSENT, "What the signed state lists is not here.");
      if (!last || last.index === null) return say(ABSENT, "The article has no logged publication.");
      const { index, size, path, ...head } = parseCanonical(text(proof)), siblings = path.map(unbase64);
      if (!fits({ index, size, ...head }, { article: TEXT, head: HASH, corrections: COUNT, index: COUNT, size: COUNT }) || siblings.some((hash) => hash.length !== 32))
        refuse("The proof of the newest statement is damaged.");
      const root = Uint8Array.from(predicate.headsRoot.match(/../g), (pair) => parseInt(pair, 16));
      if (size !== predicate.articles || !await included(await leafHash(utf8(canonical(head))), index, size, siblings, root))
        return say(FAIL, `The article's newest statement is not that of ${when}.`);
      if (head.article === room.folder && head.head === last.sha256 && head.corrections === found.corrections.length)
        return say(PASS, `Nothing newer was signed as of ${when}.`);
      if (last.index >= predicate.logSize) return say(ABSENT, `This record is newer than ${when}.`);
      if (head.article !== room.folder) return say(FAIL, `The article is not listed in ${when}.`);
      return say(FAIL, `A newer statement was withheld: ${when} has ${head.corrections} corrections and the newest statement ${head.head.slice(0, 16)}…, which is not here.`);
    },

    passages(say) {
      say(ABSENT, "A browser leaves the passages to `copydesk verify`.");
    },
  };

  const approves = (review) => /^approve(-with-corrections)?$/.test(review.predicate.verdict);

  /* The newest checkpoint: null where there is none, "unsigned" where no log key signed it. */
  async function checkpoint({ room, keyring }) {
    const data = room.read("log/checkpoint");
    if (!data || !keyring) return null;
    const note = readCheckpoint(text(data));
    return await signedByLog(note, keyring) ? note : "unsigned";
  }

  /* ---- 7 words ---------------------------------------------------------------------------- */

  /* The article's file: its body, and of the front matter's YAML the title, the summary and the list
     of sources; null for a value that is written in a way that is not read here. */
  function frontMatter(file) {
    const source = file.replace(/^\ufeff/, "");
    const found = /^---[ \t]*\r?\n([^]*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|$(?![^]))/m.exec(source);
    if (!found || found.index) return { title: "", summary: "", sources: [], body: source };
    const body = source.slice(found[0].length);
    if (/^[ \t]*[{"'?]/m.test(found[1].split("\n")[0])) return { title: null, summary: null, sources: null, body };
    const raw = (key) => (new RegExp(`^${key}:(?=[ \\t\\r\\n])((?:.*\\n?)(?:(?:[ \\t-].*)?\\n)*)`, "m").exec(found[1]) || ["", ""])[1];
    const list = raw("sources").split(/^[ \t]*-[ \t]+/m), before = list.shift().trim();
    const sources = list.map((item) => /^\S+:[ \t]/.test(item) ? null : yamlScalar(item));
    return {
      title: yamlScalar(raw("title")), summary: yamlScalar(raw("summary")), body,
      sources: before && !before.startsWith("#") || sources.includes(null) ? null : sources,
    };
  }

  const ESCAPES = { n: "\n", t: "\t", r: "\r", 0: "", a: "", b: "", e: "", f: "", v: "", N: "\x85", _: "\xa0", L: "\n", P: "\n" };
  function yamlScalar(raw) {
    const lines = raw.replace(/^(?:[ \t]*#.*)$/gm, "").trim();
    const quote = lines[0];
    if (quote === undefined || lines === "~" || lines === "null") return "";
    if ("&*!%@`{[?".includes(quote)) return null;
    if (quote === "|" || quote === ">") return lines.replace(/^.*/, "").trim();
    const folded = (value) => value.replace(/[ \t]*\r?\n\s*/g, " ");
    if (quote === "'") {
      const found = /^'((?:[^']|'')*)'\s*(?:#.*)?$/.exec(lines);
      return found && folded(found[1].replaceAll("''", "'"));
    }
    if (quote !== '"') return folded(lines);
    const found = /^"((?:[^"\\]|\\[^])*)"\s*(?:#.*)?$/.exec(lines);
    const escape = (_, mark) => {
      if (/^[xuU]./.test(mark)) return String.fromCodePoint(parseInt(mark.slice(1), 16));
      if (/^\s/.test(mark) && mark !== " ") return ""; // a line that is continued
      return mark in ESCAPES ? ESCAPES[mark] : mark;
    };
    return found && folded(found[1].replace(/\\(x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U00[01][0-9A-Fa-f]{5}|\r?\n[ \t]*|[^])/g, escape));
  }

  /* What is compared: words of letters and digits, with what changes a number: its currency, sign,
     percent and decimal points. Markdown's own marks leave no gap, everything else ends a word, as a
     character does that the page spells out because it would deceive (⟨U+202E⟩). */
  const words = (value) => value.replace(/⟨U\+[0-9A-F]{4,6}⟩/g, " ").replace(/[*_~`[\]]/g, "").match(/(?:[\p{L}\p{M}\p{N}\p{Sc}%]|[.,:−-](?=[\p{N}\p{Sc}]))+/gu) || [];

  /* Markdown as a reader sees it, for `words`: without the addresses of links, numbers of lists,
     names of code blocks; with the entities decoded. Returns {seen, unsure}; `unsure` is why a
     difference may be this reader's fault. */
  function readMarkdown(source, decode) {
    const plain = (code) => code.replace(/[\\()!<>&]/g, "\x01").replace(/[[\]`]/g, "");
    const definitions = new Set(), notes = new Map(), out = [];
    const cells = (row) => row.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).length;
    const label = (value) => value.trim().replace(/\s+/g, " ").toLowerCase();
    let fence = null, paragraph = false, list = false, quoted = false, columns = 0, unsure = "";
    const lines = source.replace(/^([ \t]*\[[^[\]^][^[\]\n]*\]:)[ \t]*\r?\n(?=[ \t]*\S+[ \t]*$)/gm, "$1 ").split(/\r\n|\r|\n/);
    for (const line of lines) {
      let [, quotes, indent, rest] = /^((?:[ \t]*>[ \t]?)*)([ \t]*)([^]*)$/.exec(line);
      if (fence) {
        if (rest.startsWith(fence) && !rest.replaceAll(fence[0], "").trim()) fence = null;
        out.push(fence ? plain(rest) : "");
        continue;
      }
      if (quotes && !quoted) paragraph = false;
      quoted = quotes !== "";
      if (!rest) { paragraph = false; columns = 0; out.push(""); continue; }
      if (!paragraph && /^(?: {4}|\t| +\t)/.test(indent) && /[[\]<&\\`]|^\d+[.)]/.test(rest))
        unsure = "an indented passage that may be code";
      if (!paragraph && !indent && !/^(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/.test(rest)) list = false;
      const ruler = /^([-*_])[ \t]*(?:\1[ \t]*){2,}$/.test(rest) || paragraph && /^=+[ \t]*$/.test(rest);
      for (let mark; !ruler && (mark = /^(?:[-*+]|(\d{1,9})[.)])(?:[ \t]+|$)/.exec(rest));) {
        if (paragraph && !list && (mark[1] && mark[1] !== "1" || mark[0] === rest)) break;
        list = true;
        paragraph = false;
        rest = rest.slice(mark[0].length).replace(/^\[[ xX]\](?=[ \t])/, "");
      }
      const opening = /^(`{3,})[^`]*$|^(~{3,})/.exec(rest), heading = /^#{1,6}(?:[ \t]|$)/.test(rest);
      const note = /^\[\^([^\]\s]+)\]:/.exec(rest), definition = /^\[([^[\]^][^[\]]*)\]:[ \t]*(\S+)(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^)]*\)))?[ \t]*$/.exec(rest);
      if (!paragraph || opening || heading || ruler || note)
        out.push(""); // a new block: no mark of the last one reaches into it
      if (/^[ \t|:-]+$/.test(rest) && rest.includes("-") && rest.includes("|")) columns = cells(rest);
      else if (columns && cells(rest) > columns) unsure = "a table with more cells than heads";
      if (opening) {
        fence = opening[1] || opening[2];
        rest = "";
        if (quoted || indent || list) unsure = "code within a list or a quotation";
      } else if (note) notes.set(note[1], 0);
      else if (definition && !paragraph) { definitions.add(label(definition[1])); rest = ""; }
      paragraph = rest !== "" && !heading && !ruler;
      out.push(rest);
      if (!paragraph) out.push("");
    }
    return readInline(out.join("\n"), { decode, plain, definitions, notes, label, unsure });
  }

  const AT = {
    text: /[^\\`<&![\]\n]+/y, escape: /\\[!-/:-@[-`{-~]/y, ticks: /`+/y, entity: /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/y,
    auto: /<([A-Za-z][A-Za-z\d+.-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>@]+)>/y, html: /<[!]--[^]*?-->|<(script|style)\b[^]*?<\/\1\s*>|<\/?([A-Za-z][A-Za-z\d-]*)(?:\s[^<>]*)?\/?>|<[!?][^>]*>/iy,
    note: /\[\^([^\]\s]+)\]/y, full: /\[([^[\]]*)\]/y, blank: /\n[ \t]*(?=\n)/y,
    target: /\(\s*(?:<(?:[^<>\n\\]|\\.)*>|(?!<)(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))*\))*)(?:\s+(?:"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\((?:[^()\\]|\\[^])*\)))?\s*\)/y,
  };
  const INLINE = /^(?:a|em|strong|b|i|u|del|s|sub|sup|code|abbr|kbd|q|cite|span|bdi|mark|font|small|big)$/i;

  function readInline(source, { decode, plain, definitions, notes, label, unsure }) {
    let at = 0, count = 0, open = [];
    const out = [];
    const take = (kind) => { AT[kind].lastIndex = at; const found = AT[kind].exec(source); if (found) at += found[0].length; return found; };
    const closeBracket = () => {
      const opener = open.pop();
      at += 1;
      if (opener && opener.live) {
        const inside = out.slice(opener.at + 1).join(""), from = at;
        let linked = take("target");
        if (!linked) {
          const name = take("full");
          linked = definitions.has(label(name && name[1].trim() ? name[1] : inside));
          if (!linked) at = from;
        }
        if (linked && opener.image) out[opener.at] = `Image: ${inside ? "" : "no description"}`;
        else if (linked) open.forEach((each) => { each.live = each.image; });
      }
      out.push("");
    };
    while (at < source.length) {
      const char = source[at];
      let found;
      if ((found = take("text") || take("escape")))
        out.push(found[0].startsWith("\\") ? plain(found[0].slice(1)) : found[0]);
      else if ((found = take("ticks"))) {
        const end = source.slice(at).search(new RegExp(`(?<!\`)${found[0]}(?!\`)`)), code = end < 0 ? "\n\n" : source.slice(at, at + end);
        const trimmed = / $/.test(code) ? code.replace(/^ (.*\S.*) $/s, "$1") : code; // CommonMark, 6.1
        if (!code.includes("\n\n")) { out.push(plain(trimmed)); at += end + found[0].length; }
      } else if ((found = take("auto"))) out.push(found[1]);
      else if ((found = take("html"))) {
        unsure = "HTML";
        out.push(found[2] && INLINE.test(found[2]) ? "" : "\n");
      } else if ((found = take("entity"))) out.push(decode(found[0]));
      else if (take("blank")) { out.push("\n"); open = []; }
      else if (source.startsWith("![", at)) { open.push({ at: out.length, image: true, live: true }); out.push(""); at += 2; }
      else if (char === "[") {
        found = take("note");
        if (found && notes.has(found[1])) {
          notes.set(found[1], notes.get(found[1]) || (count += 1));
          out.push(String(notes.get(found[1])));
        } else { // a bracket, also before a note that nothing explains
          if (found) at -= found[0].length;
          open.push({ at: out.length, image: false, live: true });
          out.push("");
          at += 1;
        }
      } else if (char === "]") closeBracket();
      else { out.push(char); at += 1; }
    }
    return { seen: out.join(""), unsure };
  }

  /* The text of an element of the page. Left out is what a reader does not see, and what the page
     adds itself: elements marked data-added, if they hold only a source's number or a note's label. */
  const UNSEEN = "[hidden], .visually-hidden, script, style, template, noscript, details";
  function shownText(element) {
    let seen = "";
    for (const node of element.childNodes) {
      if (node.nodeType === 3) seen += node.data;
      if (node.nodeType !== 1 || node.matches(UNSEEN)) continue;
      if (node.hasAttribute("data-added") && /^\s*(?:\d{1,4}|\[[A-Z][a-z]+ \d{1,4}\])\s*$/.test(node.textContent))
        continue;
      const gap = INLINE.test(node.tagName) ? "" : "\n";
      seen += gap + shownText(node) + gap;
    }
    return seen;
  }

  /* The first difference of two lists of words, in words; "" when there is none. */
  function difference(shown, signed) {
    const at = signed.findIndex((word, place) => word !== shown[place]);
    if (at < 0 && shown.length <= signed.length) return "";
    const place = at < 0 ? signed.length : at, near = (list) => list.slice(Math.max(place - 3, 0), place + 4).join(" ") || "nothing";
    return `The page shows “${near(shown)}” where the signed text has “${near(signed)}”.`;
  }

  /* Compares what the page shows (elements marked data-signed) with what the bundle holds. The page
     at the article's address must show all of it, a tombstone nothing of the text. */
  function compareShown(page, found, decode) {
    const say = (state, reason) => ({ id: "shown", state, reason, about: "" });
    const { article, withdrawal, publication, corrections } = found, home = page.querySelector('h1[data-signed="title"]'), unread = [];
    let signed = {}, doubt = "", compared = 0;
    if (withdrawal)
      signed = { title: publication && publication.predicate.article.title, withdrawal: withdrawal.predicate.reason };
    else if (article) {
      const { title, summary, body } = frontMatter(text(article)), { seen, unsure } = readMarkdown(body, decode);
      signed = { title, summary, body: seen };
      doubt = unsure;
    }
    corrections.forEach((item, at) => { signed[`correction-${at + 1}`] = item.predicate.text; });
    if (withdrawal && page.querySelector('[data-signed="body"]'))
      return say(FAIL, "The page shows a text that was withdrawn.");
    for (const [part, value] of Object.entries(signed)) {
      const elements = [...page.querySelectorAll(`[data-signed="${part}"]`)];
      if (value === null) { unread.push(`the ${part}, which is written in a way that is not read here`); continue; }
      const wanted = words(value), needed = home && wanted.length && !(withdrawal && part.startsWith("correction"));
      if (!elements.length && needed)
        return say(FAIL, `The page leaves out the ${part.replace("-", " ")} that was signed.`);
      for (const element of elements) {
        const differs = difference(words(shownText(element)), wanted);
        if (differs && part === "body" && doubt) unread.push(`the text, which holds ${doubt}`);
        else if (differs && (wanted.length || part !== "title"))
          return say(FAIL, differs); // without a title stands the address
        compared += wanted.length;
      }
    }
    if (unread.length) return say(ABSENT, `Not compared: ${unread.join("; ")}.`);
    if (!compared) return say(ABSENT, "There are no words here to compare.");
    return say(PASS, `The ${compared} words here that the record holds are those that were signed.`);
  }

  /* ---- 8 page ----------------------------------------------------------------------------- */

  const STATES = { [FAIL]: "Failed", [ABSENT]: "Not checked", [PASS]: "Holds" };

  /* The answer in one sentence. It is a yes only with a publication, and never without a check. */
  function headline({ checks, published }) {
    const count = (state) => new Set(checks.filter((check) => check.state === state).map((check) => check.id)).size;
    const failed = count(FAIL), passed = new Set(checks.map((check) => check.id)).size - failed - count(ABSENT);
    if (checks.some((check) => check.id === "shown" && check.state === FAIL))
      return [FAIL, "The words on this page are not the words that were signed."];
    if (failed)
      return [FAIL, `This does not match what was signed: ${failed} ${failed > 1 ? "checks" : "check"} failed.`];
    if (!published || !passed) return [ABSENT, "Nothing here shows that this text was published."];
    return [PASS, `Checked in this browser: ${passed} checks hold, none failed; ${count(ABSENT)} found nothing to check or cannot be made in a browser.`];
  }

  const visible = (value) => value.replace(/[\u202a-\u202e\u2066-\u2069\x00-\x08\x0e-\x1f\x7f-\x9f]/g, (char) => `⟨U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);

  function element(tag, className, ...children) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...children.map((child) => typeof child === "string" ? visible(child) : child));
    return made;
  }

  /* What stands between grave accents is a command. */
  const inWords = (sentence) => sentence.split("`").map((part, at) => at % 2 ? element("code", "", part) : part);

  /* One row for each check and state, failures first. */
  function showChecks(box, checks) {
    const rows = new Map();
    for (const state of [FAIL, ABSENT, PASS]) for (const check of checks) {
      if (check.state !== state) continue;
      const key = `${state} ${check.id}`;
      if (!rows.has(key)) {
        const item = element("li", state, element("p", "label", element("strong", "", STATES[state]), ` · ${TITLES[check.id]}`));
        item.dataset.check = check.id;
        item.dataset.state = state;
        rows.set(key, item);
      }
      rows.get(key).append(element("p", "", ...check.about ? [element("bdi", "path", check.about), ": "] : [], element("bdi", "", ...inWords(check.reason))));
    }
    box.replaceChildren(element("ul", "findings", ...rows.values()));
  }

  function show(section, result) {
    const [state, sentence] = headline(result);
    section.dataset.state = state;
    section.querySelector("[data-headline]").replaceChildren(...inWords(visible(sentence)));
    showChecks(section.querySelector("[data-results]"), result.checks);
    const details = section.querySelector("details");
    details.hidden = false;
    details.open = state !== PASS || section.hasAttribute("data-open");
  }

  function cannot(section, sentence) {
    section.dataset.state = ABSENT;
    section.querySelector("[data-headline]").replaceChildren(...inWords(visible(sentence)));
    section.querySelector("details").hidden = true;
  }

  /* Why this browser cannot check signatures; "" when it can. */
  async function unable() {
    if (!subtle) {
      return "This browser offers no cryptography to pages that came over plain http. Open the page over https or "
        + "from a file, or use `copydesk verify`. This says nothing about the record.";
    }
    try {
      await subtle.importKey("raw", Uint8Array.of(88, ...new Array(31).fill(102)), { name: "Ed25519" }, false, ["verify"]);
      return "";
    } catch { return "This browser cannot check Ed25519 signatures. Use a newer one, or `copydesk verify`. This says nothing about the record."; }
  }

  /* HTML decodes &notit; as ¬it; where Markdown, which has no such entity, leaves it alone. */
  function decodeEntity(entity) {
    const decoded = new DOMParser().parseFromString(entity, "text/html").body.textContent;
    return decoded.length > 1 && decoded.endsWith(";") ? entity : decoded;
  }

  /* Checks `source`: a bundle, or a saved page that carries one. `page` is where its words are shown. */
  async function run(section, source, pin, page) {
    const start = performance.now();
    try {
      const problem = await unable();
      if (problem) return cannot(section, problem);
      if (source.trimStart().startsWith("<")) {
        page = new DOMParser().parseFromString(source, "text/html"); // loads nothing, runs nothing
        source = (page.getElementById("provenance") || refuse("The page carries no bundle.")).textContent;
      }
      let bundle;
      try { bundle = JSON.parse(source); } catch { refuse("It is no JSON."); }
      const result = await verifyBundle(bundle, pin), about = section.querySelector("[data-about]");
      if (page) {
        let shown;
        try {
          shown = compareShown(page, result.found, decodeEntity);
        } catch (error) {
          shown = { id: "shown", state: ABSENT, reason: `The words could not be compared: ${why(error)}`, about: "" };
        }
        result.checks.unshift(shown);
      }
      if (about)
        about.replaceChildren(element("bdi", "", result.found.publication ? result.found.publication.predicate.article.title : result.article));
      show(section, result);
    } catch (error) {
      cannot(section, `This cannot be read, so nothing was checked. ${why(error)}`);
    }
    section.dataset.ms = (performance.now() - start).toFixed(1);
  }

  /* The page /verify/: a bundle or a saved page that the reader chooses or drops, and a pin. */
  function takeFiles(section) {
    const input = section.querySelector("input[type=file]"), pin = section.querySelector("input[data-pin]");
    let file = null;
    const check = async () => {
      if (!file) return;
      if (file.size > 64 * 1024 * 1024)
        return cannot(section, "The file is larger than a bundle may be; nothing was checked.");
      await run(section, await file.text(), pin.value, null);
    };
    const take = (files) => { file = files[0] || null; check(); };
    input.addEventListener("change", () => take(input.files));
    pin.addEventListener("change", check);
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => { event.preventDefault(); take(event.dataTransfer.files); });
  }

  function boot() {
    const section = document.querySelector("[data-verifier]"), data = document.getElementById("provenance");
    if (!section) return;
    if (data) run(section, data.textContent, "", document);
    else takeFiles(section);
  }

  // Tests load this file as a module; a page has none.
  if (typeof module === "object")
    module.exports = { verifyBundle, headline, TITLES, readMarkdown, frontMatter, words, shownText, difference, decodeEntity, SHAPES, CHECKS };
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", boot);
  else boot();
})();
