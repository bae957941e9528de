import { Button, ButtonGroup, Icon, Modal, Text } from '@shopify/polaris';
import { AlertTriangleIcon } from '@shopify/polaris-icons';
import { useState } from 'react';
import { useReturnFocus } from '../display/return-focus.ts';

type Action = { disabled?: boolean; loading?: boolean };

type Props = {
  fullWidth: boolean;
  save: Action;
  discard: Action & { discardConfirmationModal?: boolean };
  onSave: () => void;
  onDiscard: () => void;
};

/**
 * The bar that replaces the top bar while the app has unsaved changes. Polaris's own bar would be outside every landmark.
 */
export function SaveBar({ fullWidth, save, discard, onSave, onDiscard }: Props) {
  const [asking, setAsking] = useState(false);
  useReturnFocus(asking);
  const discardNow = () => {
    setAsking(false);
    onDiscard();
  };
  return (
    <section className="SaveBar" aria-label="Unsaved changes">
      <div className={fullWidth ? 'SaveBar-contents SaveBar-fullWidth' : 'SaveBar-contents'}>
        <span className="SaveBar-message">
          <Icon source={AlertTriangleIcon} tone="inherit" />
          <Text as="span" variant="headingMd" truncate>
            Unsaved changes
          </Text>
        </span>
        <ButtonGroup noWrap>
          <Button
            variant="tertiary"
            size="large"
            disabled={discard.disabled ?? false}
            loading={discard.loading ?? false}
            onClick={discard.discardConfirmationModal ? () => setAsking(true) : onDiscard}
          >
            Discard
          </Button>
          <Button
            variant="primary"
            size="large"
            disabled={save.disabled ?? false}
            loading={save.loading ?? false}
            onClick={onSave}
          >
            Save
          </Button>
        </ButtonGroup>
      </div>
      {asking && (
        <Modal
          open
          title="Discard all unsaved changes"
          onClose={() => setAsking(false)}
          primaryAction={{ content: 'Discard changes', destructive: true, onAction: discardNow }}
          secondaryActions={[{ content: 'Continue editing', onAction: () => setAsking(false) }]}
        >
          <Modal.Section>
            If you discard changes, you’ll delete any edits you made since you last saved.
          </Modal.Section>
        </Modal>
      )}
    </section>
  );
}
