import { useHostContext } from '@shopify/app-bridge-host';
import { useFeature } from '@shopify/app-bridge-host/features/utilities/useFeature';
import { feature } from '@shopify/app-bridge-host/store/reducers/embeddedApp/resourcePicker';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { toastDuration } from '../../shell/toast-list.ts';
import { useToasts } from '../../shell/toasts.tsx';
import { useReturnFocus } from '../return-focus.ts';
import { pickerOptions } from './picker-options.ts';

const ResourcePicker = lazy(() => import('./resource-picker.tsx'));

/** Opens the picker when the app asks for it, and gives the app what was chosen. */
export function ResourcePickerBridge() {
  const { app } = useHostContext();
  const [asked, actions] = useFeature(feature);
  const toasts = useToasts();
  const options = useMemo(() => (asked?.open ? pickerOptions(asked) : null), [asked]);
  const id = asked?.id;
  const unavailable = asked?.open === true && options === null;

  useReturnFocus(options !== null);

  useEffect(() => {
    if (!unavailable) return;
    toasts({
      type: 'show',
      toast: {
        id: 'resource-picker',
        message: 'This admin has no collections to choose from.',
        isError: true,
        duration: toastDuration,
      },
    });
    actions.cancel({ ...(id !== undefined && { id }) });
  }, [unavailable, actions, toasts, id]);

  if (options === null) return null;
  return (
    <Suspense fallback={null}>
      <ResourcePicker
        key={options.id}
        options={options}
        onCancel={() => actions.cancel({ id: options.id })}
        onSelect={(selection) =>
          // The package's own creator wants every field of the real platform's products; the local one has fewer.
          app.dispatch({
            type: 'APP::RESOURCE_PICKER::SELECT',
            group: 'Resource_Picker',
            payload: { id: options.id, selection },
          })
        }
      />
    </Suspense>
  );
}
