import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { designQuery, designSearchQuery } from '../../api/queries/designs';
import { type DesignsPort, documentOf } from '../../editor';

/** Maximum number of designs listed in the editor. Search narrows the list. */
const MOST = 1000;

/** The department's designs, for the list in the editor. */
export function useDesignsPort(openId: number | null): DesignsPort {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMemo(
    () => ({
      list: async (kind, search) => {
        const query = designSearchQuery({
          page: 1,
          page_size: MOST,
          kind,
          design_identifier: search,
          sort: '-updated_at',
        });
        const { designs } = await queries.fetchQuery(query);
        return designs.flatMap(({ id, name, kind, size, orientation, rasterized_content_url }) =>
          id === null || id === openId
            ? []
            : [{ id, name, kind, size, orientation, image_url: rasterized_content_url }],
        );
      },
      read: async (id) => {
        const design = await queries.fetchQuery(designQuery(id));
        return { name: design.name, document: documentOf(design), version: design.version };
      },
      open: (id) => void navigate(`/designs/${id}/edit`, { replace: true }),
    }),
    [queries, navigate, openId],
  );
}
