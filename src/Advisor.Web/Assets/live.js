// Refreshes a page in place: fetches its address again and replaces what is in each element marked data-live that differs. Focus and
// scroll stay.
const INTERVAL = 60_000;
const PATIENCE = 30_000;

let etag = null;
let pending = null;
let sourceOf = address => address;

const say = text => {
  const place = document.getElementById('refreshed');
  if (place) place.textContent = text;
};

const clock = () => new Date().toISOString().slice(11, 16) + ' UTC';

// Nothing on a page ages by itself: one that cannot be refreshed says so at its top, until it can.
let knownAt = clock();
const warn = reason => {
  const text = `${reason} This page shows what was known at ${knownAt}.`;
  const place = document.getElementById('stale') ?? document.createElement('p');
  if (place.textContent === text) return;
  place.textContent = text;
  place.id = 'stale';
  place.className = 'notice bad';
  place.setAttribute('role', 'alert');
  document.querySelector('h1').after(place);
};
const NO_ANSWER = 'Advisor does not answer.';
const SIGNED_OUT = 'You are no longer signed in: reload the page.';

// Rows are known by data-key: a row that says the same stays the very same element.
const replaceRows = (old, next) => {
  const known = new Map([...old.children].map(row => [row.dataset.key, row]));
  const rows = [...next.children].map(row => {
    const before = known.get(row.dataset.key);
    return before?.isEqualNode(row) ? before : document.importNode(row, true);
  });
  const shown = [...old.children];
  if (rows.length < shown.length || shown.some((row, i) => row.dataset.key !== rows[i].dataset.key)) {
    old.replaceChildren(...rows);
    return;
  }
  shown.forEach((row, i) => {
    if (row !== rows[i]) row.replaceWith(rows[i]);
  });
  old.append(...rows.slice(shown.length));
};

// What is left of an element when its place is replaced: the key of its row, and where it is in there.
const REACHABLE = 'a, button, summary, [tabindex]';
const rememberFocus = () => {
  const focused = document.activeElement;
  const place = focused?.closest('[data-live]');
  if (!place) return () => {};
  const row = focused.closest('[data-key]')?.dataset.key;
  const position = [...(row === undefined ? place : focused.closest('[data-key]')).querySelectorAll(REACHABLE)].indexOf(focused);
  return () => {
    if (focused.isConnected) {
      if (document.activeElement !== focused) focused.focus({ preventScroll: true });
      return;
    }
    const now = document.getElementById(place.id);
    const owner = row === undefined ? now : now?.querySelector(`[data-key="${CSS.escape(row)}"]`);
    owner?.querySelectorAll(REACHABLE)[position]?.focus({ preventScroll: true });
  };
};

// What a person has unfolded stays unfolded, also where another row now stands in its place.
const findFold = detail => {
  const row = detail.closest('[data-key]');
  return `${row?.dataset.key} ${[...(row?.querySelectorAll('details') ?? [])].indexOf(detail)}`;
};
const keepFolds = (old, next) => {
  const open = new Set([...old.querySelectorAll('details[open]')].map(findFold));
  for (const detail of next.querySelectorAll('details')) detail.open = open.has(findFold(detail));
};

// A form that a person is filling in is not replaced.
const isBeingFilledIn = place =>
  [...place.querySelectorAll('input, textarea')].some(field =>
    field === document.activeElement || field.value !== field.defaultValue || field.checked !== field.defaultChecked);

// The reader's own time beside UTC, where it differs, with its date where that differs too: shown by the stylesheet.
const twoDigits = number => String(number).padStart(2, '0');
const localize = root => {
  for (const time of root.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime);
    if (!Number.isNaN(at.getTime()) && at.getTimezoneOffset() !== 0) {
      const date = `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
      const day = at.toISOString().startsWith(date) ? '' : `${date} `;
      time.dataset.local = `${day}${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())} local`;
    }
  }
};
localize(document);

// Returns whether all of the page is as fetched. A page of somebody else at this address is that of a sign-in.
const replace = html => {
  const next = new DOMParser().parseFromString(html, 'text/html');
  if (!next.getElementById('refreshed')) throw new Error(SIGNED_OUT);
  localize(next);
  const frame = document.getElementById('frame');
  const [top, left, x, y] = [frame?.scrollTop, frame?.scrollLeft, scrollX, scrollY];
  const focus = rememberFocus();
  let isWhole = true;
  for (const old of document.querySelectorAll('[data-live]')) {
    const fresh = next.getElementById(old.id);
    if (!fresh || old.isEqualNode(fresh)) continue;
    if (isBeingFilledIn(old)) isWhole = false;
    else if (old.dataset.keyed !== undefined) replaceRows(old, fresh);
    else {
      const node = document.importNode(fresh, true);
      keepFolds(old, node);
      // The element itself stays: a screen reader hears of a change within one of role status only.
      old.replaceChildren(...node.childNodes);
    }
  }
  focus();
  if (frame) [frame.scrollTop, frame.scrollLeft] = [top, left];
  scrollTo(x, y);
  return isWhole;
};

/** Names the address that a view is fetched from, where it is not that of the view itself. */
export const setSource = find => { sourceOf = find; };

/** Shows what an address has now; another call aborts one in progress. What is not answered is asked for again by the next refresh. */
export const show = async address => {
  pending?.abort();
  if (address !== location.pathname + location.search) history.replaceState(null, '', address);
  const mine = (pending = new AbortController());
  const source = sourceOf(address);
  const patience = setTimeout(() => mine.abort(new Error(NO_ANSWER)), PATIENCE);
  try {
    const headers = etag?.source === source ? { 'If-None-Match': etag.value } : {};
    const answer = await fetch(source, { headers, cache: 'no-store', redirect: 'manual', signal: mine.signal });
    let isWhole = true;
    if (answer.status === 200) {
      isWhole = replace(await answer.text());
      etag = isWhole ? { source, value: answer.headers.get('ETag') } : null;
    } else if (answer.type === 'opaqueredirect' || answer.status === 401) {
      throw new Error(SIGNED_OUT);
    } else if (answer.status !== 304) {
      throw new Error(`Advisor answers with an error (status ${answer.status}).`);
    }
    document.getElementById('stale')?.remove();
    knownAt = clock();
    say(`Refreshed ${knownAt}${isWhole ? '' : ', except the form that is being filled in'}`);
    document.dispatchEvent(new CustomEvent('refreshed'));
  } catch (problem) {
    // An answer that is refused is an Error of this module; without an answer, or with half of one, fetch has its own kinds.
    if (problem.name !== 'AbortError') warn(problem.name === 'Error' ? problem.message : NO_ANSWER);
  } finally {
    clearTimeout(patience);
  }
};

/** Fetches the page's own address again. */
export const refresh = () => show(location.pathname + location.search);

let last = Date.now();
const refreshWhenSeen = () => {
  if (document.hidden || Date.now() - last < INTERVAL - 1000) return;
  last = Date.now();
  refresh();
};
setInterval(refreshWhenSeen, INTERVAL);
document.addEventListener('visibilitychange', refreshWhenSeen);
