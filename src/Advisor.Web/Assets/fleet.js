// Search, filters and sorting without a new page. The server does all three, so that the address alone gives the same view.
import { refresh, setSource, show } from './live.js';

const DELAY = 150;
const form = document.getElementById('filters');
const search = form.elements.q;
const path = form.getAttribute('action');
let timer = 0;

const address = () => {
  const given = [...new FormData(form)].filter(([, value]) => value !== '');
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
};

// What is there is narrowed at once, by the first cell or a whole resource id; the answer of the server follows and counts.
const narrow = () => {
  const given = search.value.trim().toLowerCase();
  const words = given.split(/\s+/);
  for (const row of document.querySelectorAll('#rows > tr[data-key]:not(.group-row)')) {
    const text = row.cells[0].textContent.toLowerCase();
    row.hidden = row.dataset.key !== given && !words.every(word => text.includes(word));
  }
};

search.addEventListener('input', () => {
  narrow();
  clearTimeout(timer);
  timer = setTimeout(() => show(address()), DELAY);
});
form.addEventListener('change', event => {
  if (event.target !== search) show(address());
});
form.addEventListener('submit', event => {
  event.preventDefault();
  clearTimeout(timer);
  show(address());
});
document.addEventListener('click', event => {
  const link = event.target.closest?.('a[data-sort]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  const given = new URL(link.href);
  form.elements.sort.value = given.searchParams.get('sort') ?? '';
  show(address());
});
document.getElementById('apply').hidden = true;

// The page begins with the rows of a window and a few more. It is usable with them; the others follow.
setSource(given => `${given}${given.includes('?') ? '&' : '?'}rows=all`);
document.documentElement.dataset.ready = '';
if (document.querySelector('#more a')) requestAnimationFrame(() => setTimeout(refresh));
