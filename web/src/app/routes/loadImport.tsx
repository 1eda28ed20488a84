/** The page of an import with the dialogs for attributes and publishing. Features do not import one another. */
export async function loadImport() {
  const [{ ImportPage }, { AttributeDialog }, { PublishDialog }] = await Promise.all([
    import('../../features/imports/ImportPage'),
    import('../../features/attributes/AttributeDialog'),
    import('../../features/publish/PublishDialog'),
  ]);
  const page = () => <ImportPage AttributeDialog={AttributeDialog} PublishDialog={PublishDialog} />;
  return { Component: page };
}
