import { useEffect } from 'react';

/** Without this the browser opens a file that is dropped beside the zone. */
export function useFilesThatMiss(): void {
  useEffect(() => {
    const stay = (event: DragEvent) => event.preventDefault();
    document.addEventListener('dragover', stay);
    document.addEventListener('drop', stay);
    return () => {
      document.removeEventListener('dragover', stay);
      document.removeEventListener('drop', stay);
    };
  }, []);
}
