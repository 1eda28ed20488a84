import type { RouteObject } from 'react-router';

/** Pages that take the whole window, without the dashboard's frame. */
export const editorRoutes: RouteObject[] = [
  { id: 'design-edit', path: 'designs/:id/edit', lazy: loadEditor },
];

/** The editor with the dialog that manages attributes: the two features know nothing of each other. */
async function loadEditor() {
  const [{ DesignEditPage }, { AttributesDialog, useAttributes }] = await Promise.all([
    import('../../features/designs/DesignEditPage'),
    import('../../features/attributes/AttributesDialog'),
  ]);
  const page = () => <DesignEditPage useAttributes={useAttributes} AttributesDialog={AttributesDialog} />;
  return { Component: page };
}
