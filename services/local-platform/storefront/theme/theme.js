// A theme's own script, for the widget to cope with: a variant picker that updates the form, and quick-add in a dialog.

/** Shows the picked variant; with `?picker=rerender` it renders the section again, as some themes do. */
async function pick(picker) {
  const section = picker.closest('section');
  const option = picker.selectedOptions[0];
  const form = section.querySelector('form[action$="/cart/add"]');
  const address = new URL(location.href);
  if (!picker.closest('dialog')) {
    address.searchParams.set('variant', picker.value);
    history.replaceState({}, '', address);
  }
  if (address.searchParams.get('picker') === 'rerender') {
    const url = new URL(picker.form.action);
    url.search = new URLSearchParams({ variant: picker.value, section_id: section.id }).toString();
    const page = document.createElement('template');
    page.innerHTML = await (await fetch(url)).text();
    section.innerHTML = page.content.querySelector('section').innerHTML;
    section.querySelector('[data-theme-picker]').focus();
    return;
  }
  section.querySelector('[data-theme-price]').textContent = option.dataset.price;
  const isAvailable = option.dataset.available === 'true';
  const button = form.querySelector('[name="add"]');
  button.disabled = !isAvailable;
  button.textContent = isAvailable ? 'Add to cart' : 'Sold out';
  const field = form.querySelector('[name="id"]');
  field.value = picker.value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

async function quickAdd(url) {
  const dialog = document.querySelector('[data-quick-add-dialog]');
  const content = dialog.querySelector('[data-quick-add-content]');
  const response = await fetch(`${url}?section_id=template--main`);
  content.innerHTML = await response.text();
  // Scripts in markup that is inserted like this don't run by themselves.
  for (const script of content.querySelectorAll('script')) {
    const copy = document.createElement('script');
    copy.src = script.src;
    script.replaceWith(copy);
  }
  dialog.showModal();
}

document.addEventListener('change', (event) => {
  if (event.target.matches('[data-theme-picker]')) void pick(event.target);
});
document.addEventListener('click', (event) => {
  const { quickAdd: url } = event.target.dataset;
  if (url !== undefined) void quickAdd(url);
});
