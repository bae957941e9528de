import { originalIdOf } from '#contract/original-id.ts';
import type { WidgetFinding } from '#contract/theme.ts';

/** The way to mend a finding: a page of the store's admin, a screen of the app, or installing the widget again. */
export type Mend =
  | { kind: 'admin'; label: string; path: string }
  | { kind: 'screen'; label: string; url: string }
  | { kind: 'install'; label: string };

export type FindingText = { title: string; text: string; mend: Mend };

const toGroup = (id: string, label: string): Mend => ({
  kind: 'screen',
  label,
  url: `/fixed-subscription/${originalIdOf(id)}`,
});
const toGroups: Mend = {
  kind: 'screen',
  label: 'Manage selling plans',
  url: '/fixed-subscription',
};
const editor = (path: string): Mend => ({ kind: 'admin', label: 'Open theme editor', path });

/** What a merchant reads of a finding. */
export function textOf(finding: WidgetFinding): FindingText {
  switch (finding.kind) {
    case 'not-added':
      return {
        title: 'The widget isn’t on your theme',
        text: 'Add it to the product page in the theme editor, then save.',
        mend: editor(finding.path),
      };
    case 'embed-only':
      return {
        title: 'Your theme’s product page takes no app blocks',
        text: 'Turn the widget on under App embeds in the theme editor, then save.',
        mend: editor(finding.path),
      };
    case 'wrong-template':
      return {
        title: 'The widget is on the wrong template',
        text: `It is on ${finding.templates.join(', ')}, but customers buy on the product page. Add it there.`,
        mend: editor(finding.path),
      };
    case 'no-group':
      return {
        title: 'There are no selling plans yet',
        text: 'The widget shows the plans of a product. Create a selling plan group first.',
        mend: toGroups,
      };
    case 'group-without-plans':
      return {
        title: `“${finding.group.name}” has no plans`,
        text: 'Its products are sold one time only until it has an option.',
        mend: toGroup(finding.group.id, 'Add an option'),
      };
    case 'group-without-products':
      return {
        title: `“${finding.group.name}” has no products`,
        text: 'Its plans are on no product page until it has variants.',
        mend: toGroup(finding.group.id, 'Add variants'),
      };
    case 'group-not-marked':
      return {
        title: `The widget doesn’t know “${finding.group.name}”`,
        text: 'It was made before the widget. Installing the widget again tells it.',
        mend: { kind: 'install', label: 'Install again' },
      };
    case 'product-missing':
      return {
        title: 'This product is not there any more',
        text: 'Choose another product.',
        mend: toGroups,
      };
    case 'product-not-on-sale':
      return {
        title: `“${finding.product.name}” is not in your online store`,
        text: 'Make it active and publish it to the online store.',
        mend: { kind: 'admin', label: 'Open product', path: finding.path },
      };
    case 'product-template':
      return {
        title: `“${finding.product.name}” has a template of its own`,
        text: `The widget isn’t on ${finding.template}. Add it there too.`,
        mend: editor(finding.path),
      };
    case 'product-in-no-group':
      return {
        title: `“${finding.product.name}” is in no selling plan group`,
        text: 'Add its variants to a group.',
        mend: toGroups,
      };
    case 'another-apps-plans':
      return {
        title: `“${finding.product.name}” is sold by another app’s plans`,
        text: `The widget leaves ${finding.groups.join(', ')} to the app that made them. Add the product to a group of yours.`,
        mend: toGroups,
      };
  }
}
