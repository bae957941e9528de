import type { ClientApplication } from '@shopify/app-bridge';
import {
  ContextualSaveBar,
  History,
  LeaveConfirmation,
  Redirect,
  ResourcePicker,
  Toast,
} from '@shopify/app-bridge/actions/index.js';
import {
  getAuthorizationCodePayload,
  getSessionToken,
} from '@shopify/app-bridge/utilities/index.js';
import type { Admin } from './admin.ts';

/** Duration of a toast, in ms (specification §9). */
const duration = 5_000;
const durationWithAction = 10_000;

/** The admin at the other end of App Bridge. Only what loads beside the screen imports this. */
export function createAdmin(bridge: ClientApplication): Admin {
  return {
    sessionToken: () => getSessionToken(bridge),

    async authorizationCode() {
      const { code, hmac, shop, timestamp } = await getAuthorizationCodePayload(bridge);
      return { code: `${code}`, hmac: `${hmac}`, shop: `${shop}`, timestamp: `${timestamp}` };
    },

    leaveFor(url, options) {
      if (options) History.create(bridge).dispatch(History.Action.REPLACE, options.instead);
      Redirect.create(bridge).dispatch(Redirect.Action.REMOTE, url);
    },

    openAdminScreen(path) {
      Redirect.create(bridge).dispatch(Redirect.Action.ADMIN_PATH, path);
    },

    openAdminTab(path) {
      Redirect.create(bridge).dispatch(Redirect.Action.ADMIN_PATH, { path, newContext: true });
    },

    showToast(message, { isError, action, onGone }) {
      const toast = Toast.create(bridge, {
        message,
        isError,
        duration: action ? durationWithAction : duration,
        ...(action ? { action: { content: action.content } } : {}),
      });
      toast.subscribe(Toast.Action.ACTION, () => action?.onAction());
      toast.subscribe(Toast.Action.CLEAR, () => {
        onGone?.();
        toast.unsubscribe();
      });
      toast.dispatch(Toast.Action.SHOW);
      return () => {
        toast.dispatch(Toast.Action.CLEAR);
      };
    },

    askBeforeLeaving(onAgreed) {
      const confirmation = LeaveConfirmation.create(bridge);
      const unsubscribe = confirmation.subscribe(LeaveConfirmation.Action.CONFIRM, onAgreed);
      confirmation.dispatch(LeaveConfirmation.Action.ENABLE);
      return () => {
        unsubscribe();
        confirmation.dispatch(LeaveConfirmation.Action.DISABLE);
      };
    },

    showSaveBar({ onSave, onDiscard }) {
      const stateOf = (isSaving: boolean) => ({
        saveAction: { disabled: isSaving, loading: isSaving },
        discardAction: {
          disabled: isSaving,
          loading: false,
          discardConfirmationModal: false,
        },
      });
      const bar = ContextualSaveBar.create(bridge, stateOf(false));
      bar.subscribe(ContextualSaveBar.Action.SAVE, onSave);
      bar.subscribe(ContextualSaveBar.Action.DISCARD, onDiscard);
      bar.dispatch(ContextualSaveBar.Action.SHOW);
      return {
        setSaving: (isSaving) => void bar.set(stateOf(isSaving)),
        hide() {
          bar.unsubscribe();
          bar.dispatch(ContextualSaveBar.Action.HIDE);
        },
      };
    },

    pickVariants: (chosen) =>
      pick(bridge, { showVariants: true, selectMultiple: true, initialSelectionIds: chosen }),
    pickProduct: () => pick(bridge, { showVariants: false, selectMultiple: false }),
    pickVariant: () => pick(bridge, { showVariants: true, selectMultiple: false }),
  };
}

/** The picker's selection as it comes, or null if the merchant cancelled. */
function pick(bridge: ClientApplication, options: ResourcePicker.ProductOptions): Promise<unknown> {
  return new Promise((resolve) => {
    // A new picker each time, because App Bridge merges options into those of the last one.
    const resourceType = ResourcePicker.ResourceType.Product;
    const picker = ResourcePicker.create(bridge, { resourceType, options });
    const answer = (picked: unknown) => {
      picker.unsubscribe();
      resolve(picked);
    };
    picker.subscribe(ResourcePicker.Action.SELECT, (payload: unknown) => answer(payload));
    picker.subscribe(ResourcePicker.Action.CANCEL, () => answer(null));
    picker.dispatch(ResourcePicker.Action.OPEN);
  });
}
