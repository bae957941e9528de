import { useFeature } from '@shopify/app-bridge-host/features/utilities/useFeature';
import { feature } from '@shopify/app-bridge-host/store/reducers/embeddedApp/titleBar';
import { ActionList, Button, ButtonGroup, Icon, Popover, Text } from '@shopify/polaris';
import { ArrowLeftIcon, MenuHorizontalIcon, RefreshIcon } from '@shopify/polaris-icons';
import { useState } from 'react';
import type { InstalledApp } from '../internal-api/stores.ts';
import { AdminLink } from '../router/router.tsx';
import { type TitleBarAction, type TitleBarEntry, titleBarEntries } from './title-bar-entries.ts';

type Props = { app: InstalledApp; home: string };

/** The bar above the app's frame: the app's name, the screen's title, the way back and the screen's actions. */
export function AppTitleBar({ app, home }: Props) {
  const [state, actions] = useFeature(feature);
  const { title, breadcrumb, primary, secondary } = titleBarEntries(state ?? {});
  const press = (id: string) => actions.clickActionButton(id);

  return (
    <div className="TitleBar">
      <div className="TitleBar-names">
        {breadcrumb && (
          <Button
            variant="tertiary"
            icon={ArrowLeftIcon}
            accessibilityLabel={breadcrumb.label}
            onClick={() => actions.clickBreadcrumb(breadcrumb.id)}
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
      {(secondary.length > 0 || primary) && (
        <div className="TitleBar-actions">
          <div className="TitleBar-wide">
            <ButtonGroup>
              {secondary.map((entry) => (
                <SecondaryEntry key={entry.id} entry={entry} onPress={press} />
              ))}
            </ButtonGroup>
          </div>
          {secondary.length > 0 && (
            <div className="TitleBar-narrow">
              <MoreActions
                label="More actions"
                actions={secondary.flatMap((entry) => entry.actions ?? [entry])}
                onPress={press}
                icon
              />
            </div>
          )}
          {primary && <ActionButton action={primary} variant="primary" onPress={press} />}
        </div>
      )}
    </div>
  );
}

type Press = (id: string) => void;

function SecondaryEntry({ entry, onPress }: { entry: TitleBarEntry; onPress: Press }) {
  return entry.actions ? (
    <MoreActions
      label={entry.label}
      actions={entry.actions}
      disabled={entry.disabled}
      onPress={onPress}
    />
  ) : (
    <ActionButton action={entry} onPress={onPress} />
  );
}

type ActionButtonProps = { action: TitleBarAction; variant?: 'primary'; onPress: Press };

function ActionButton({ action, variant, onPress }: ActionButtonProps) {
  return (
    <Button
      {...(variant && { variant })}
      {...(action.destructive && { tone: 'critical' as const })}
      disabled={action.disabled}
      loading={action.loading}
      onClick={() => onPress(action.id)}
    >
      {action.label}
    </Button>
  );
}

type MoreActionsProps = {
  label: string;
  actions: readonly TitleBarAction[];
  disabled?: boolean;
  icon?: boolean;
  onPress: Press;
};

function MoreActions({
  label,
  actions,
  disabled = false,
  icon = false,
  onPress,
}: MoreActionsProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      active={open}
      autofocusTarget="first-node"
      onClose={() => setOpen(false)}
      activator={
        <Button
          disclosure={!icon}
          disabled={disabled}
          onClick={() => setOpen((before) => !before)}
          {...(icon && { icon: MenuHorizontalIcon, accessibilityLabel: label })}
        >
          {icon ? undefined : label}
        </Button>
      }
    >
      <ActionList
        actionRole="menuitem"
        items={actions.map(({ id, label: content, disabled: off, destructive }) => ({
          id,
          content,
          disabled: off,
          destructive,
          onAction: () => {
            setOpen(false);
            onPress(id);
          },
        }))}
      />
    </Popover>
  );
}
