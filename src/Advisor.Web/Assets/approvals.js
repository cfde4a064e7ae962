// Selects every approval of the list at once. What a person has selected is not replaced by a refresh.
import './live.js';

document.addEventListener('click', event => {
  const button = event.target.closest?.('button[data-select]');
  for (const box of button?.form.elements ?? []) {
    if (box.type === 'checkbox' && box.name === button.dataset.select) box.checked = true;
  }
});
document.documentElement.dataset.ready = '';
