import type { ComponentType } from 'react';
import type { PublishDialog } from '../../features/publish/PublishDialog';

type Page = ComponentType<{ PublishDialog: typeof PublishDialog }>;

/** Loads a page of credentials together with the dialog that publishes them: the two features know nothing of each other. */
export function withPublishing(load: () => Promise<Page>) {
  return async () => {
    const [Page, publish] = await Promise.all([load(), import('../../features/publish/PublishDialog')]);
    const page = () => <Page PublishDialog={publish.PublishDialog} />;
    return { Component: page };
  };
}
