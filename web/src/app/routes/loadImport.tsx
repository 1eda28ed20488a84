/** The page of one import with the dialogs that make attributes and publish: the features know nothing of each other. */
export async function loadImport() {
  const [{ ImportPage }, { AttributeDialog }, { PublishDialog }] = await Promise.all([
    import('../../features/imports/ImportPage'),
    import('../../features/attributes/AttributeDialog'),
    import('../../features/publish/PublishDialog'),
  ]);
  const page = () => <ImportPage AttributeDialog={AttributeDialog} PublishDialog={PublishDialog} />;
  return { Component: page };
}
