import { useNavigate, useSearchParams } from '@remix-run/react';
import { BlockStack, Text } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import { bulkFilterSchema } from '#contract/bulk-change.ts';
import { changeViewSchema, createViewSchema, type SavedView } from '#contract/saved-view.ts';
import { useToast } from '../../bridge/toast.tsx';
import { WrappingText } from '../../components/WrappingText.tsx';
import { FormModal } from '../../forms/FormModal.tsx';
import { FormTextField } from '../../forms/FormTextField.tsx';
import { SubmissionForm } from '../../forms/SubmissionForm.tsx';
import { useFormSubmission } from '../../forms/use-form-submission.ts';
import { useSubmissionForm } from '../../forms/use-submission-form.ts';
import { listAddress } from '../../list/list-address.ts';
import { readListQuery } from '../../list/list-query.ts';
import { bulkFilterInWords } from '../../recurring-orders/bulk-words.ts';
import { useRevalidateScreen } from '../../requests/use-revalidate-screen.ts';
import { viewAddress } from './Views.tsx';

/** `search` is what the list shows now. */
export type ViewDialogOf =
  | { kind: 'create'; search: string }
  | { kind: 'change'; view: SavedView; search: string }
  | { kind: 'delete'; view: SavedView };

/** `views` is how they are now; `productName` is what the product is called that the list is narrowed to. */
type Props = {
  of: ViewDialogOf;
  views: readonly SavedView[];
  productName: string | undefined;
  onClose: () => void;
};

/** Saves, changes or deletes a view. */
export function ViewDialog({ of, views, productName, onClose }: Props) {
  switch (of.kind) {
    case 'create':
      return <CreateView {...of} {...{ productName, onClose }} />;
    case 'change':
      return <ChangeView {...of} {...{ views, productName, onClose }} />;
    case 'delete':
      return <DeleteView view={of.view} onClose={onClose} />;
  }
}

type ShownProps = { search: string } & Pick<Props, 'productName'>;

function Shown({ search, productName }: ShownProps) {
  const { query } = readListQuery(bulkFilterSchema, new URLSearchParams(search));
  return (
    <WrappingText>{`Shows: ${bulkFilterInWords({ ...query, productName }, null)}, in the order they’re sorted now.`}</WrappingText>
  );
}

const nameHelp = 'Everybody who uses Cadence in your store sees it.';

function CreateView({ search, productName, onClose }: ShownProps & Pick<Props, 'onClose'>) {
  const submission = useFormSubmission<SavedView>();
  const { form, fields } = useSubmissionForm(submission, createViewSchema, { search });
  const navigate = useNavigate();
  const showToast = useToast();
  return (
    <FormModal
      submission={submission}
      title="Save view"
      submit={{ content: 'Save', busy: 'Saving...' }}
      unsaved={fields.name.value ? 'The name you typed will be lost.' : undefined}
      onSaved={(view) => {
        onClose();
        navigate(viewAddress(view), { preventScrollReset: true });
        showToast('View saved');
      }}
      onClose={onClose}
    >
      <SubmissionForm submission={submission} intent="create-view" form={form}>
        <input type="hidden" name="search" value={search} />
        <BlockStack gap="400">
          <Shown {...{ search, productName }} />
          <FormTextField field={fields.name} label="Name" helpText={nameHelp} />
        </BlockStack>
      </SubmissionForm>
    </FormModal>
  );
}

type ChangeProps = { view: SavedView } & ShownProps & Pick<Props, 'views' | 'onClose'>;

function ChangeView({ view: pressed, views, search, productName, onClose }: ChangeProps) {
  const submission = useFormSubmission<SavedView>();
  const { form, fields } = useSubmissionForm(submission, changeViewSchema, { name: pressed.name });
  const showToast = useToast();
  const reloadScreen = useRevalidateScreen();
  const [isRefused, setRefused] = useState(false);
  const hasChanged = submission.answer?.status === 409;
  useEffect(() => {
    if (!hasChanged) return;
    setRefused(true);
    reloadScreen();
  }, [hasChanged, reloadScreen]);
  // Only after it was said that somebody has changed it, so that nothing is overwritten without a word.
  const view = (isRefused && views.find(({ id }) => id === pressed.id)) || pressed;
  const isRenamed = (fields.name.value ?? '') !== pressed.name;
  return (
    <FormModal
      submission={submission}
      title={view.search === search ? 'Rename view' : `Save changes to ${view.name}`}
      submit={{ content: 'Save', busy: 'Saving...' }}
      unsaved={isRenamed ? 'The name you typed will be lost.' : undefined}
      onSaved={() => {
        onClose();
        showToast('View saved');
      }}
      onClose={onClose}
    >
      <SubmissionForm submission={submission} intent="change-view" form={form}>
        <input type="hidden" name="id" value={view.id} />
        <input type="hidden" name="search" value={search} />
        <input type="hidden" name="seenName" value={view.name} />
        <input type="hidden" name="seenSearch" value={view.search} />
        <BlockStack gap="400">
          <Shown {...{ search, productName }} />
          <FormTextField field={fields.name} label="Name" helpText={nameHelp} />
        </BlockStack>
      </SubmissionForm>
    </FormModal>
  );
}

function DeleteView({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const submission = useFormSubmission();
  const navigate = useNavigate();
  const [asked] = useSearchParams();
  const showToast = useToast();
  return (
    <FormModal
      submission={submission}
      title="Delete view?"
      size="small"
      submit={{ content: 'Delete', busy: 'Deleting...', destructive: true }}
      onSaved={() => {
        onClose();
        navigate(listAddress(asked, { view: undefined }), { preventScrollReset: true });
        showToast('View deleted');
      }}
      onClose={onClose}
    >
      <SubmissionForm submission={submission} intent="delete-view">
        <input type="hidden" name="id" value={view.id} />
        <BlockStack gap="200">
          <WrappingText>{`“${view.name}” goes for everybody who uses Cadence in your store.`}</WrappingText>
          <Text as="p">The subscriptions that it shows stay as they are.</Text>
        </BlockStack>
      </SubmissionForm>
    </FormModal>
  );
}
