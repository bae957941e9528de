import { useHostContext } from '@shopify/app-bridge-host';
import { useFeature } from '@shopify/app-bridge-host/features/utilities/useFeature';
import { feature } from '@shopify/app-bridge-host/store/reducers/embeddedApp/resourcePicker';
import { lazy, Suspense, useEffect } from 'react';
import { useReturnFocus } from '../../display/return-focus.ts';
import { errorToast } from '../../shell/toast-list.ts';
import { useToasts } from '../../shell/toasts.tsx';

const ResourcePicker = lazy(() => import('./resource-picker.tsx'));

/** Opens the picker when the app asks for products, and returns the merchant's choice to the app. */
export function ResourcePickerBridge() {
  const { app } = useHostContext();
  const [asked, actions] = useFeature(feature);
  const toasts = useToasts();
  const id = asked?.id ?? '';
  const isOpen = asked?.open === true;
  const isOfProducts = (asked?.resourceType ?? 'product') === 'product';
  const isUnavailable = isOpen && !isOfProducts;

  useReturnFocus(isOpen && isOfProducts);

  useEffect(() => {
    if (!isUnavailable) return;
    toasts(errorToast('resource-picker', 'This admin has only products to choose from.'));
    actions.cancel({ id });
  }, [isUnavailable, actions, toasts, id]);

  if (!isOpen || !isOfProducts) return null;
  return (
    <Suspense fallback={null}>
      <ResourcePicker
        key={id}
        verb={asked.actionVerb === 'select' ? 'Select' : 'Add'}
        chosenAtFirst={asked.initialSelectionIds ?? []}
        onCancel={() => actions.cancel({ id })}
        onSelect={(selection) =>
          // The package's own action creator requires every field of the real platform's products; local products have fewer.
          app.dispatch({
            type: 'APP::RESOURCE_PICKER::SELECT',
            group: 'Resource_Picker',
            payload: { id, selection },
          })
        }
      />
    </Suspense>
  );
}
