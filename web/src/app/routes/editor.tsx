import type { RouteObject } from 'react-router';

/** Pages that take the whole window, without the layout of the dashboard. */
export const editorRoutes: RouteObject[] = [
  { id: 'design-edit', path: 'designs/:id/edit', lazy: loadEditor },
];

/** The editor with the dialogs for attributes and fonts. Features do not import one another. */
async function loadEditor() {
  const [{ DesignEditPage }, { AttributesDialog, useAttributes }, { FontsDialog }, { useDesignFonts }] =
    await Promise.all([
      import('../../features/designs/DesignEditPage'),
      import('../../features/attributes/AttributesDialog'),
      import('../../features/fonts/FontsDialog'),
      import('../../features/fonts/designFonts'),
    ]);
  const page = () => {
    useDesignFonts();
    return (
      <DesignEditPage
        useAttributes={useAttributes}
        AttributesDialog={AttributesDialog}
        FontsDialog={FontsDialog}
      />
    );
  };
  return { Component: page };
}
