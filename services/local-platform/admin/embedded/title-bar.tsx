import { useFeature } from '@shopify/app-bridge-host/features/utilities/useFeature';
import { feature } from '@shopify/app-bridge-host/store/reducers/embeddedApp/titleBar';
import { Button, Icon, Text } from '@shopify/polaris';
import { ArrowLeftIcon, RefreshIcon } from '@shopify/polaris-icons';
import type { InstalledApp } from '../internal-api/stores.ts';
import { AdminLink } from '../router/router.tsx';

type Props = { app: InstalledApp; home: string };

/** The bar above the app's frame: the app's name, the screen's title, the way back and the screen's actions. */
export function AppTitleBar({ app, home }: Props) {
  const [state, actions] = useFeature(feature);
  const { title, breadcrumbs, buttons } = state ?? {};
  // Shows a group's actions one by one, beside the others.
  const secondary = (buttons?.secondary ?? []).flatMap((entry) =>
    'buttons' in entry ? entry.buttons : entry,
  );
  return (
    <div className="TitleBar">
      <div className="TitleBar-names">
        {breadcrumbs && (
          <Button
            variant="tertiary"
            icon={ArrowLeftIcon}
            accessibilityLabel={breadcrumbs.label}
            onClick={() => actions.clickBreadcrumb(breadcrumbs.id)}
          />
        )}
        <span className="TitleBar-icon">
          <Icon source={RefreshIcon} tone="inherit" />
        </span>
        <AdminLink className="TitleBar-app" url={home}>
          {app.name}
        </AdminLink>
        <span className="TitleBar-title">
          <Text as="h1" variant="bodyMd" fontWeight="semibold" truncate visuallyHidden={!title}>
            {title || app.name}
          </Text>
        </span>
      </div>
      <div className="TitleBar-actions">
        {[...secondary, ...(buttons?.primary ? [buttons.primary] : [])].map((button) => (
          <Button
            key={button.id}
            variant={button === buttons?.primary ? 'primary' : 'secondary'}
            {...(button.style === 'danger' && { tone: 'critical' as const })}
            disabled={button.disabled ?? false}
            loading={button.loading ?? false}
            onClick={() => actions.clickActionButton(button.id)}
          >
            {button.label}
          </Button>
        ))}
      </div>
    </div>
  );
}
