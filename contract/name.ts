import { z } from 'zod';

/** A name that a merchant gives something, of which something must be seen: invisible characters alone are none. */
export const nameSchema = (longest: number, texts: { name: string; longName: string }) =>
  z
    .string({ error: texts.name })
    .trim()
    .regex(/[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u, texts.name)
    .max(longest, texts.longName);
