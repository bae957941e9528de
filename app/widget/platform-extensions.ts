import { z } from 'zod';
import { widgetBlocks } from '#contract/widget.ts';

/** What the platform's script answers: each theme extension with its blocks, and where the published theme shows them. */
const extensionsSchema = z.array(
  z.object({
    type: z.string().optional(),
    activations: z.array(
      z.object({ handle: z.string().optional(), status: z.string().optional() }),
    ),
  }),
);

const platformSchema = z.object({
  app: z.object({
    extensions: z.custom<() => Promise<unknown>>((value) => typeof value === 'function'),
  }),
});

/**
 * Whether the platform's own script (`shopify.app.extensions()`) says that the published theme shows the widget. Null where
 * it isn't loaded, as in the local admin, or doesn't know.
 */
export async function isWidgetActive(): Promise<boolean | null> {
  const platform = platformSchema.safeParse(Reflect.get(globalThis, 'shopify'));
  if (!platform.success) return null;
  const answer = await platform.data.app.extensions().catch(() => null);
  const blocks = extensionsSchema.safeParse(answer).data?.flatMap(({ activations }) => activations);
  const handles: readonly string[] = Object.values(widgetBlocks);
  const ours = blocks?.filter(({ handle }) => handle !== undefined && handles.includes(handle));
  if (ours === undefined || ours.length === 0) return null;
  return ours.some(({ status }) => status === 'active');
}
