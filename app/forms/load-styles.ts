/** Adds a style sheet to the document. Resolves once its rules hold; where it did not come nothing of it stays. */
export function loadStyles(address: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`The style sheet ${address} did not come.`));
    };
    document.head.append(link);
  });
}
