// The widget works without this: it keeps the options in step with the theme's own variant picker, and with the form.
(() => {
  if (customElements.get('cadence-plans')) return;

  /** Events by which themes tell that another variant is chosen. */
  const variantEvents = [
    'variant:change',
    'variant:update',
    'variantChange',
    'product:variant-change',
  ];

  /** @param {Element} root */
  function productFormIn(root) {
    /** @type {NodeListOf<HTMLFormElement>} */
    const forms = root.querySelectorAll('form[action*="/cart/add"]');
    // Some themes have a second product form, without a button, for showing instalments.
    return [...forms].find(
      (form) =>
        form.elements.namedItem('id') !== null &&
        [...form.elements].some((element) => 'type' in element && element.type === 'submit'),
    );
  }

  /** @param {HTMLFormElement | undefined} form */
  function variantIn(form) {
    const field = form?.elements.namedItem('id');
    return field && 'value' in field ? String(field.value) : '';
  }

  class CadencePlans extends HTMLElement {
    /** @type {HTMLFormElement | undefined} */
    form;
    #listening = new AbortController();
    #formChanges = new MutationObserver(() => this.#check());
    #asked = 0;

    connectedCallback() {
      if (this.hasAttribute('data-embed') && !this.#moveIntoForm()) return;
      this.#listening.abort();
      this.#listening = new AbortController();
      const { signal } = this.#listening;
      // The theme's own listeners may put the variant into the form only after this one.
      const later = () => setTimeout(() => this.#check());
      document.addEventListener('change', later, { signal });
      for (const name of variantEvents) document.addEventListener(name, later, { signal });
      window.addEventListener('popstate', later, { signal });
      if ('navigation' in window && window.navigation instanceof EventTarget) {
        window.navigation.addEventListener('currententrychange', later, { signal });
      }
      this.addEventListener('change', (event) => this.#choose(event), { signal });
      this.#bind();
      this.#check();
    }

    disconnectedCallback() {
      this.#listening.abort();
      this.#formChanges.disconnect();
    }

    get #body() {
      return this.querySelector('[data-cadence-body]');
    }

    /** @returns {HTMLInputElement[]} */
    get #radios() {
      return [...(this.#body?.querySelectorAll('input') ?? [])];
    }

    get #chosen() {
      return this.#radios.find((radio) => radio.checked)?.value;
    }

    /** The other widgets of the same form; the first of all is the one that the form submits. */
    get #siblings() {
      /** @type {NodeListOf<CadencePlans>} */
      const all = document.querySelectorAll('cadence-plans:not([hidden])');
      return [...all].filter((widget) => widget.form === this.form);
    }

    /** Whether it now stands in a product form; a block of the same page goes before it. */
    #moveIntoForm() {
      if (!this.hasAttribute('hidden')) return true;
      if (document.querySelector('cadence-plans:not([data-embed])')) return false;
      const form = productFormIn(document.documentElement);
      const button = form?.querySelector('[type="submit"], button:not([type])');
      if (!button) return false;
      this.removeAttribute('hidden');
      button.before(this);
      return true;
    }

    /** Finds the nearest product form and makes the radios its own. */
    #bind() {
      this.form = undefined;
      for (let at = this.parentElement; at && !this.form; at = at.parentElement) {
        this.form = at instanceof HTMLFormElement && variantIn(at) !== '' ? at : productFormIn(at);
      }
      this.#formChanges.disconnect();
      if (!this.form) return;
      this.#formChanges.observe(this.form, { attributeFilter: ['value'], subtree: true });
      this.#attach();
    }

    #attach() {
      const [first] = this.#siblings;
      if (!first) return;
      // Without a script the widgets of one form share its radios, so that only the last has one checked.
      const plan = first.#chosen ?? this.#chosen;
      this.#own(this.#radios);
      if (plan === undefined) return;
      first.select(plan);
      this.select(plan);
    }

    /**
     * Makes radios belong to the form. A form takes one plan, so a second widget of it only mirrors the first.
     * @param {HTMLInputElement[]} radios
     */
    #own(radios) {
      const { form } = this;
      if (!form) return;
      const isMirror = this.#siblings[0] !== this;
      for (const radio of radios) {
        if (isMirror) radio.setAttribute('form', '');
        else if (form.contains(this)) radio.removeAttribute('form');
        else {
          // Not `form.id`: that is the form's field of this name.
          const id = form.getAttribute('id') || `cadence-form-${this.dataset.widget}`;
          form.setAttribute('id', id);
          radio.setAttribute('form', id);
        }
      }
    }

    /** @param {string} plan */
    select(plan) {
      const radio = this.#radios.find(({ value }) => value === plan);
      if (radio) radio.checked = true;
    }

    /** @param {Event} event */
    #choose(event) {
      if (!(event.target instanceof HTMLInputElement) || event.target.name !== 'selling_plan')
        return;
      const { value } = event.target;
      for (const widget of this.#siblings) if (widget !== this) widget.select(value);
      const detail = { sellingPlanId: value, variantId: this.#shownVariant };
      this.dispatchEvent(new CustomEvent('cadence:plan', { bubbles: true, detail }));
    }

    get #shownVariant() {
      return this.#body?.getAttribute('data-variant') ?? '';
    }

    /** Shows the options of the variant that the form (or else the address) names. */
    #check() {
      if (!this.isConnected) return;
      if (!this.form?.isConnected) this.#bind();
      const wanted =
        variantIn(this.form) || new URLSearchParams(location.search).get('variant') || '';
      if (wanted === '' || wanted === this.#shownVariant) {
        this.#attach();
        return;
      }
      const template = [...this.querySelectorAll('template')].find(
        (other) => other.dataset.variant === wanted,
      );
      if (template) this.#show(wanted, document.importNode(template.content, true));
      else void this.#fetch(wanted);
    }

    /** @param {string} variant */
    async #fetch(variant) {
      const asked = ++this.#asked;
      // Other options than the variant's own would show a wrong price.
      this.#show(variant, document.createDocumentFragment());
      const { url = '', section = '', widget = '' } = this.dataset;
      const query = new URLSearchParams({ variant, ...(section && { section_id: section }) });
      const response = await fetch(`${url}?${query}`).catch(() => undefined);
      if (!response?.ok) {
        // Not shown: the next event asks again.
        if (asked === this.#asked && this.#shownVariant === variant)
          this.#body?.setAttribute('data-variant', '');
        return;
      }
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const body = [...page.querySelectorAll('[data-cadence-body]')].find(
        (other) =>
          other.getAttribute('data-variant') === variant &&
          other.closest('cadence-plans')?.getAttribute('data-widget') === widget,
      );
      // Another variant may have been shown from its template meanwhile.
      if (asked !== this.#asked || this.#shownVariant !== variant || !body) return;
      const fragment = document.createDocumentFragment();
      fragment.append(...body.childNodes);
      this.#show(variant, fragment);
    }

    /**
     * Keeps the plan that was chosen, and the focus.
     * @param {string} variant
     * @param {DocumentFragment} options
     */
    #show(variant, options) {
      const body = this.#body;
      if (!body) return;
      const plan = this.#chosen ?? this.dataset.plan;
      const focused = this.#radios.find((radio) => radio === document.activeElement)?.value;
      // Before they come into the page: there a checked radio takes the check from another widget's.
      this.#own([...options.querySelectorAll('input')]);
      body.replaceChildren(options);
      body.setAttribute('data-variant', variant);
      if (plan !== undefined) {
        this.dataset.plan = plan;
        this.select(plan);
      }
      this.#attach();
      this.#radios.find(({ value }) => value === focused)?.focus();
    }
  }

  customElements.define('cadence-plans', CadencePlans);
})();
