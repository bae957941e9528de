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
  /** Of the product's variants, the most that the page's Liquid can name. */
  const namedVariants = 250;

  /**
   * Some themes have a second product form, without a button, for showing instalments.
   * @param {Element} root
   */
  function productFormsIn(root) {
    /** @type {NodeListOf<HTMLFormElement>} */
    const forms = root.querySelectorAll('form[action*="/cart/add"]');
    return [...forms].filter(
      (form) =>
        form.elements.namedItem('id') !== null &&
        [...form.elements].some((element) => 'type' in element && element.type === 'submit'),
    );
  }

  /**
   * @param {HTMLFormElement | undefined} form
   * @param {string} name
   */
  function valueIn(form, name) {
    const found = form?.elements.namedItem(name);
    // Several fields of one name: the chosen one of radios, or else the last, as the form sends it.
    if (found instanceof RadioNodeList && found.value === '') {
      const last = [...found].pop();
      return last && 'value' in last ? String(last.value) : '';
    }
    return found && 'value' in found ? String(found.value) : '';
  }

  /** @param {Element} element */
  function sectionOf(element) {
    return element.closest('section, [id^="shopify-section"]');
  }

  let widgets = 0;

  class CadencePlans extends HTMLElement {
    /** @type {HTMLFormElement | undefined} */
    form;
    #listening = new AbortController();
    #formChanges = new MutationObserver(() => this.#check());
    // Forms that come later.
    #newForms = new MutationObserver(() => (this.hidden ? this.#findPlace() : this.#bind()));
    /** @type {Set<HTMLInputElement>} */
    #carriers = new Set();
    #number = ++widgets;
    #asked = 0;

    connectedCallback() {
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
      if (this.hidden) this.#awaitForms();
      else this.#bind();
      this.#check();
    }

    disconnectedCallback() {
      this.#listening.abort();
      this.#formChanges.disconnect();
      this.#newForms.disconnect();
      // Its form went, as where a theme draws the section anew.
      if (this.#isEmbed) setTimeout(() => this.isConnected || this.#loseForm());
    }

    #awaitForms() {
      this.#newForms.observe(document.body, { childList: true, subtree: true });
    }

    get #isEmbed() {
      return this.hasAttribute('data-embed');
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
      return [...all].filter((widget) => this.form && widget.form === this.form);
    }

    /**
     * Whether the form sells the widget's product: recommended products, quick-add and featured products have forms too.
     * @param {HTMLFormElement} form
     */
    #isOwn(form) {
      const { product, variants = '' } = this.dataset;
      // The platform's own form tag writes the product into most forms.
      const sold = valueIn(form, 'product-id');
      if (sold) return sold === product;
      const variant = valueIn(form, 'id');
      if (variant === '') return form === this.form || Boolean(sectionOf(form)?.contains(this));
      const known = variants.split(',');
      return known.includes(variant) || (known.length >= namedVariants && form === this.form);
    }

    /** Puts the embed into its product's form; a block for the same product goes before it. */
    #findPlace() {
      const { product } = this.dataset;
      if (document.querySelector(`cadence-plans:not([data-embed])[data-product="${product}"]`)) {
        return;
      }
      const forms = productFormsIn(document.documentElement).filter((form) => this.#isOwn(form));
      // The page's own sections before a drawer or a dialog that stands before them.
      const form =
        forms.find((candidate) => candidate.closest('main') && !candidate.closest('dialog')) ??
        forms[0];
      const button = form?.querySelector('[type="submit"], button:not([type])');
      if (!button) return;
      this.hidden = false;
      button.before(this);
    }

    /** Waits, unseen, for a form that is its product's. */
    #loseForm() {
      this.#unbind();
      this.hidden = true;
      document.body.append(this);
    }

    #unbind() {
      for (const field of this.#carriers) field.remove();
      this.#carriers.clear();
      this.#formChanges.disconnect();
      this.#newForms.disconnect();
      this.form = undefined;
    }

    /** Finds the nearest form of the product and makes the radios its own. */
    #bind() {
      this.#unbind();
      for (let at = this.parentElement; at && !this.form; at = at.parentElement) {
        const forms =
          at instanceof HTMLFormElement && valueIn(at, 'id') ? [at] : productFormsIn(at);
        this.form = forms.find((form) => this.#isOwn(form));
      }
      if (this.form)
        this.#formChanges.observe(this.form, { attributeFilter: ['value'], subtree: true });
      else this.#awaitForms();
      this.#attach();
    }

    #attach() {
      const [first = this] = this.#siblings;
      // Without a script the widgets of one form share its radios, so that only the last has one checked.
      const plan = first.#chosen ?? this.#chosen;
      this.#own(this.#radios);
      if (plan !== undefined) {
        first.select(plan);
        this.select(plan);
      }
      first.#carry();
    }

    /** Whether the radios can belong to the form: an id that stands twice on the page leads to the first of its forms. */
    get #isReachable() {
      const { form } = this;
      const id = form?.getAttribute('id');
      return Boolean(form && (form.contains(this) || !id || document.getElementById(id) === form));
    }

    /**
     * Makes radios belong to the form. A form takes one plan, so a second widget of it only mirrors the first.
     * @param {HTMLInputElement[]} radios
     */
    #own(radios) {
      const { form } = this;
      const isSent = form && this.#siblings[0] === this && this.#isReachable;
      for (const radio of radios) {
        // Radios of one name and no form would take the check from each other.
        radio.name = isSent ? 'selling_plan' : `cadence-${this.#number}`;
        if (!isSent) radio.setAttribute('form', '');
        else if (form.contains(this)) radio.removeAttribute('form');
        else {
          // Not `form.id`: that is the form's field of this name.
          const id = form.getAttribute('id') || `cadence-form-${this.#number}`;
          form.setAttribute('id', id);
          radio.setAttribute('form', id);
        }
      }
    }

    /** Gives the plan to forms that the radios don't belong to: one that they can't reach, and a second one of the section. */
    #carry() {
      const { form } = this;
      if (!form) return;
      const section = sectionOf(form);
      const others = section ? productFormsIn(section) : [];
      for (const other of new Set([form, ...others])) {
        /** @type {HTMLInputElement | null} */
        let field = other.querySelector('[data-cadence-plan]');
        const isCarried =
          other === form
            ? !this.#isReachable
            : this.#isOwn(other) &&
              valueIn(other, 'id') === valueIn(form, 'id') &&
              (field !== null || other.elements.namedItem('selling_plan') === null);
        if (!isCarried) {
          field?.remove();
          continue;
        }
        if (!field) {
          field = document.createElement('input');
          field.type = 'hidden';
          field.name = 'selling_plan';
          field.setAttribute('data-cadence-plan', '');
          other.append(field);
          this.#carriers.add(field);
        }
        const plan = this.#chosen ?? '';
        // Writing a hidden field changes the form, which is watched.
        if (field.value !== plan) field.value = plan;
      }
    }

    /** @param {string} plan */
    select(plan) {
      const radio = this.#radios.find(({ value }) => value === plan);
      if (radio) radio.checked = true;
    }

    /** @param {Event} event */
    #choose({ target }) {
      if (!(target instanceof HTMLInputElement) || !this.#radios.includes(target)) return;
      const { value } = target;
      for (const widget of this.#siblings) if (widget !== this) widget.select(value);
      const [first = this] = this.#siblings;
      first.#carry();
      const detail = { sellingPlanId: value, variantId: this.#shownVariant };
      this.dispatchEvent(new CustomEvent('cadence:plan', { bubbles: true, detail }));
    }

    get #shownVariant() {
      return this.#body?.getAttribute('data-variant') ?? '';
    }

    /** Shows the options of the variant that the form (or else the address) names. */
    #check() {
      if (!this.isConnected) return;
      if (this.hidden) {
        this.#findPlace();
        return;
      }
      // Another product may have come into the form, as where products of several pages are listed as one.
      if (!this.form?.isConnected || !this.#isOwn(this.form)) this.#bind();
      if (this.#isEmbed && !this.form) {
        this.#loseForm();
        return;
      }
      const wanted =
        valueIn(this.form, 'id') || new URLSearchParams(location.search).get('variant') || '';
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
