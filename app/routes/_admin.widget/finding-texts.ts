import { originalIdOf } from '#contract/original-id.ts';
import type { WidgetFinding } from '#contract/theme.ts';

/** The way to mend a finding: the theme editor, a page of the store's admin, a screen of the app, or installing the widget again. */
type Mend =
  | { kind: 'editor'; label: string; path: string }
  | { kind: 'admin'; label: string; path: string }
  | { kind: 'screen'; label: string; url: string }
  | { kind: 'install'; label: string };

type FindingText = { title: string; text: string; mend: Mend };

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
const editor = (path: string): Mend => ({ kind: 'editor', label: 'Open theme editor', path });

/** The texts of a finding. */
export function textOf(finding: WidgetFinding): FindingText {
  switch (finding.kind) {
    case 'not-added':
      return {
        title: 'The widget isn’t on your theme',
        text: 'Customers can’t subscribe yet. Add the block “Subscription plans” to your product page in the theme editor, and save.',
        mend: editor(finding.path),
      };
    case 'embed-only':
      return {
        title: 'Your theme’s product page doesn’t support app blocks',
        text: 'Turn on “Subscription plans” under App embeds in the theme editor instead, and save.',
        mend: editor(finding.path),
      };
    case 'wrong-template':
      return {
        title: 'The widget is on the wrong template',
        text: `It’s on ${finding.templates.join(', ')}, but customers buy on the product page. Add it there, and save.`,
        mend: editor(finding.path),
      };
    case 'no-group':
      return {
        title: 'There are no selling plans yet',
        text: 'The widget has nothing to show until you create a selling plan group.',
        mend: toGroups,
      };
    case 'group-without-plans':
      return {
        title: `“${finding.group.name}” has no plans`,
        text: 'Customers can buy its products only once, until you add an option.',
        mend: toGroup(finding.group.id, 'Add an option'),
      };
    case 'group-without-products':
      return {
        title: `“${finding.group.name}” has no products`,
        text: 'No product page offers its plans until you add variants.',
        mend: toGroup(finding.group.id, 'Add variants'),
      };
    case 'group-not-marked':
      return {
        title: `The widget doesn’t show “${finding.group.name}” yet`,
        text: 'You created it before the widget. Install the widget again to show it.',
        mend: { kind: 'install', label: 'Install again' },
      };
    case 'product-missing':
      return {
        title: 'This product no longer exists',
        text: 'Check another product.',
        mend: toGroups,
      };
    case 'product-not-on-sale':
      return {
        title: `“${finding.product.name}” isn’t in your online store`,
        text: 'Make it active, and publish it to your online store.',
        mend: { kind: 'admin', label: 'Open product', path: finding.path },
      };
    case 'product-template':
      return {
        title: `“${finding.product.name}” uses its own template`,
        text: `The widget isn’t on ${finding.template}. Add it there too, and save.`,
        mend: editor(finding.path),
      };
    case 'product-in-no-group':
      return {
        title: `“${finding.product.name}” isn’t in any selling plan group`,
        text: 'Add its variants to a group, and customers can subscribe to it.',
        mend: toGroups,
      };
    case 'another-apps-plans':
      return {
        title: `“${finding.product.name}” has another app’s plans`,
        text: `The widget doesn’t show ${finding.groups.join(', ')}. Add the product to one of your own groups.`,
        mend: toGroups,
      };
  }
}
