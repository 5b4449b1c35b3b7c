// Shows what comes on /events, and asks with POST /do/<name>.
import { Map3d } from "./map3d.js";

const $ = (id) => document.getElementById(id);
const seen = {}; // the latest of each name
let session = "";
let map = null;
try {
  map = new Map3d($("map"));
} catch (problem) {
  $("unmapped").textContent = `The 3D map cannot be shown: ${problem.message || problem}`;
}

function show(element, on) { element.hidden = !on; }
function text(id, words) { const at = $(id); if (at.textContent !== words) at.textContent = words; }
function made(kind, words, cls) {
  const element = document.createElement(kind);
  if (words) element.textContent = words;
  if (cls) element.className = cls;
  return element;
}
// Scrolls a box, not the page, so that a row of it is seen.
function bring(id, row) {
  const box = $(id);
  if (row) box.scrollTop = row.offsetTop - box.clientHeight / 2;
}
// Ids of objects that matter now: those of the present step, and what is held.
function step() { const s = seen.status; return s ? s.caption.match(/[A-Za-z]+_\d+/g) || [] : []; }

async function ask(name, words) {
  show($("refused"), false);
  let problem = "";
  try {
    const answer = await fetch(`/do/${name}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(words),
    });
    if (!answer.ok) problem = (await answer.json().catch(() => ({}))).error || `refused (${answer.status})`;
  } catch { problem = "the program behind this page does not answer"; }
  text("refused", problem);
  show($("refused"), problem);
  return !problem;
}

const shown = {
  meta(meta) {
    document.title = meta.title ? `${meta.title} – egoplan` : "egoplan";
    text("where", meta.where);
    show($("say"), meta.mode === "live");
    show($("stop"), meta.mode === "live");
    show($("replay"), meta.mode === "replay");
    if (meta.length) $("time").max = meta.length;
    banner();
  },
  graph: () => banner(),
  unread: () => banner(),
  status() { plan(); goal(); overlay(); state(); map?.highlight(step()); },
  result: state,
  stopped() {
    text("stop", seen.stopped ? "Let it move again" : "Stop");
    $("stop").classList.toggle("danger", !seen.stopped);
    state();
  },
  goal,
  blocking: plan,
  question: asked,
  request: asked,
  tree(rows) {
    $("tree").replaceChildren(...branches(rows || []));
    const running = [...$("tree").querySelectorAll(".running")].at(-1);
    bring("mind", running || $("tree").firstElementChild);
  },
  seen: overlay,
  camera(camera) { picture(camera); },
  objects(objects) {
    const held = (objects || []).filter((item) => item.held);
    text("hand", `in hand: ${held.map((item) => [item.type, ...item.states].join(" ")).join(", ")}`);
    show($("hand"), held.length);
    map?.objects(objects || [], step());
    overlay();
  },
  robot(robot) { map?.robot(robot); show($("unmapped"), !map); },
  floor(floor) { map?.floor(floor); },
  voxels(voxels) { fetchVoxels(voxels); },
  clock(clock) {
    if (document.activeElement !== $("time") || !dragging) $("time").value = clock.at;
    text("clock", `${clock.at.toFixed(0)} of ${clock.length.toFixed(0)} s`);
    text("play", clock.playing ? "Pause" : clock.at >= clock.length ? "From the start" : "Play");
  },
};

function state() {
  const status = seen.status, result = seen.result, chip = $("state");
  text("said", (status && status.instruction) || (seen.goal && seen.goal.said) || (seen.meta && seen.meta.title) || "No task yet.");
  let words = status ? status.state : "waiting for a task", cls = "";
  if (status && status.running) cls = "running";
  if (seen.stopped) { words = "stopped"; cls = "bad"; }
  else if (result && !(status && status.running)) {
    words = result.success ? "done" : "not done";
    cls = result.success ? "good" : "bad";
  }
  chip.textContent = words;
  chip.className = `chip ${cls}`;
  const end = result && !(status && status.running) ? result.reason : "";
  text("now", end || (status && (status.caption || status.skill || status.state)) || "\u00a0");
  if (status) text("figures", `${count(status.steps, "step")}, ${status.failures} failed, ${count(status.plans, "plan")}, ${status.seconds.toFixed(0)} s`);
}

// In words, with the formula below; none of another task, as of one before that was refused.
function goal() {
  const found = seen.goal, said = seen.status?.instruction;
  const fits = found?.formula && (!said || said === found.said);
  const sure = fits ? ` (${Math.round(found.confidence * 100)} % sure)` : "";
  text("meant", fits ? (found.words || found.formula) + sure : "");
  text("goal", fits && found.words ? found.formula : "");
}

function count(number, word) { return `${number} ${word}${number === 1 ? "" : "s"}`; }

function plan() {
  const status = seen.status;
  if (!status) return;
  const rows = status.plan.map((action, index) =>
    made("li", action, index < status.index ? "done" : index === status.index ? "now" : ""));
  if (!rows.length) rows.push(made("li", status.running ? "No plan yet." : "No plan.", "none"));
  $("plan").replaceChildren(...rows);
  map?.plan(status.running ? status.plan : [], status.index);
  bring("doing", $("plan").querySelector(".now"));
  const blocking = status.blocking, last = seen.blocking;
  show($("blocked"), blocking);
  if (!blocking) return;
  const box = [made("div", `Blocked: ${blocking}`)];
  if (last && blocking.startsWith(last.kind) && last.resolutions.length) {
    box.push(made("small", `may help: ${last.resolutions.join(", ")}`));
  }
  $("blocked").replaceChildren(...box);
}

// What was not reached is left out below its parent, unless nothing was reached at all.
function branches(rows) {
  const depth = [], gone = [], any = rows.some((row) => row[3] !== "invalid");
  return rows.map(([name, , parent, status, says], index) => {
    depth[index] = parent < 0 ? 0 : depth[parent] + 1;
    gone[index] = any && parent >= 0 && (gone[parent] || rows[parent][3] === "invalid");
    if (gone[index]) return null;
    const row = made("li", name, status);
    row.style.paddingLeft = `${depth[index] * 14}px`;
    row.title = says || name;
    if (says) row.append(" ", made("small", says));
    return row;
  }).filter(Boolean);
}

function asked() {
  const box = $("asked"), parts = [];
  const button = (words, act) => {
    const made_ = made("button", words);
    made_.type = "button";
    made_.onclick = act;
    return made_;
  };
  if (seen.meta?.mode === "replay") {
    if (seen.request) parts.push(made("span", `It asks for help: ${seen.request.text}`));
    else if (seen.question) parts.push(made("span", `It asks: ${seen.question}`));
  } else if (seen.request) {
    const id = seen.request.id;
    parts.push(made("span", `It asks for help: ${seen.request.text}`),
      button("Done", () => ask("help", { id, done: true })),
      button("Cannot be done", () => ask("help", { id, done: false })));
  } else if (seen.question) {
    const field = made("input");
    field.type = "text";
    field.setAttribute("aria-label", "Answer");
    const send = async () => { if (field.value.trim() && await ask("answer", { text: field.value })) box.hidden = true; };
    field.onkeydown = (event) => { if (event.key === "Enter") send(); };
    parts.push(made("span", `It asks: ${seen.question}`), field, button("Answer", send));
  }
  box.replaceChildren(...parts);
  show(box, parts.length);
}

function banner(words) {
  let line = (typeof words === "string" && words) || seen.unread || "";
  const graph = seen.graph;
  if (!line && seen.meta?.mode === "live" && graph) {
    if (!graph.heard) line = `No graph is heard on ${seen.meta.where} yet; start one, or correct --domain and --namespace.`;
    else if (!graph.alive) line = "The graph has gone silent: what you see is the last that was heard.";
    else if (graph.silent.length) line = `No answer from: ${graph.silent.join(", ")}`;
  }
  text("banner", line);
  show($("banner"), line);
}

let loading = false, waiting = null;
function picture(camera) { // one request at a time; the latest picture wins
  if (!camera) return;
  waiting = camera;
  if (loading) return;
  loading = true;
  const next = waiting, image = new Image();
  waiting = null;
  image.onload = () => {
    $("image").src = image.src;
    $("image").dataset.stamp = next.stamp;
    const ratio = image.width / image.height;
    $("camera").style.aspectRatio = ratio;
    $("camera").style.width = `min(100%, ${44 * ratio}vh)`;
    show($("image"), true);
    show($("blind"), false);
    overlay();
    loading = false;
    if (waiting) picture(waiting);
  };
  image.onerror = () => { loading = false; };
  image.src = `/files/camera?v=${next.version}`;
}

function overlay() {
  const found = seen.seen, image = $("image");
  // Outlines of another picture would lie beside their things.
  const fits = found && Math.abs(found.stamp - Number(image.dataset.stamp)) < 1e-3;
  if (!fits) { if (!found || image.hidden) $("overlay").replaceChildren(), $("names").replaceChildren(); return; }
  const wanted = new Set(step().map((id) => id.replace(/_\d+$/, "")));
  const held = new Set((seen.objects || []).filter((item) => item.held).map((item) => item.type));
  const paths = [], names = [], taken = [], labelled = new Set();
  for (const thing of found.things) {
    const matters = wanted.has(thing.type) || held.has(thing.type);
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", thing.parts.map((part) => `M${part.map((at) => at.join(" ")).join("L")}Z`).join(""));
    path.setAttribute("stroke", thing.color);
    if (matters) path.classList.add("wanted");
    paths.push(path);
    if (!matters || labelled.has(thing.type)) continue;
    labelled.add(thing.type);
    const name = made("span", thing.type, `name ${held.has(thing.type) ? "held" : "step"}`);
    const half = (thing.type.length * 3.6 + 8) / $("camera").clientWidth, row = 20 / $("camera").clientHeight;
    const corners = thing.parts.flat(), lowest = corners.reduce((a, b) => (b[1] > a[1] ? b : a));
    for (const [u, v] of [thing.top, [lowest[0], lowest[1] + row]]) { // above it, else below
      const x = Math.min(Math.max(u, half), 1 - half), y = Math.min(Math.max(v, row), 1);
      if (taken.some(([a, b, w]) => Math.abs(a - x) < w + half && Math.abs(b - y) < row)) continue;
      taken.push([x, y, half]);
      name.style.left = `${x * 100}%`;
      name.style.top = `${y * 100}%`;
      names.push(name);
      break;
    }
  }
  $("overlay").replaceChildren(...paths);
  $("names").replaceChildren(...names);
}

let fetching = false, fresher = null;
async function fetchVoxels(voxels) {
  if (!voxels || !map) return;
  fresher = voxels;
  if (fetching) return;
  fetching = true;
  while (fresher) {
    const next = fresher;
    fresher = null;
    try {
      const answer = await fetch(`/files/voxels?v=${next.version}`);
      const data = await answer.arrayBuffer();
      map.voxels(data, data.byteLength / 15);
    } catch { /* the stream tells when the server is gone */ }
  }
  fetching = false;
}

$("say").onsubmit = async (event) => {
  event.preventDefault();
  const words = $("words").value.trim();
  if (words && await ask("instruct", { text: words })) $("words").value = "";
};
$("stop").onclick = () => ask("stop", { on: !seen.stopped });
$("play").onclick = () => ask("play", { on: !seen.clock?.playing });
let dragging = false;
$("time").oninput = () => { dragging = true; };
$("time").onchange = async () => { await ask("seek", { at: Number($("time").value) }); dragging = false; };
$("cut").oninput = () => { text("height", `${Number($("cut").value).toFixed(1)} m`); map?.cut(Number($("cut").value)); };
$("every").onchange = () => map?.everyName($("every").checked);
$("home").onclick = () => map?.fromAbove();

function listen() {
  const stream = new EventSource("/events");
  let over = false;
  stream.addEventListener("session", (event) => {
    if (session && session !== event.data) location.reload(); // another run, at the same address
    session = event.data;
    banner();
  });
  stream.onmessage = (event) => {
    const news = JSON.parse(event.data);
    Object.assign(seen, news);
    for (const name of Object.keys(news)) shown[name]?.(news[name]);
  };
  stream.addEventListener("over", () => { over = true; stream.close(); ended(); });
  stream.onerror = () => { if (!over) banner("The program behind this page has gone; trying again …"); };
}
function ended() {
  banner(`This run has ended. ${seen.meta?.again ? `${seen.meta.again} shows it again.` : ""}`);
  for (const id of ["stop", "say", "asked", "replay", "refused"]) show($(id), false);
}
listen();
