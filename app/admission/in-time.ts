/** The platform's answer to a token exchange has this long, in ms: nobody is left before nothing for more than 10 s. */
const longest = 8_000;

/**
 * What the platform's library makes of a request, unless the platform doesn't answer it in time.
 * @throws Response 504
 */
export async function admittedInTime<Admitted>(admission: Promise<Admitted>): Promise<Admitted> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = 'Your store’s admin did not answer in time.';
    timer = setTimeout(() => reject(Response.json({ message }, { status: 504 })), longest);
  });
  try {
    return await Promise.race([admission, late]);
  } finally {
    clearTimeout(timer);
  }
}
