import { Anchor, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { Facts } from '../../ui/Facts';
import { Panel } from '../../ui/Panel';
import type { Design } from './api';
import { useDesignWords } from './words';

/** The properties of a design. */
export function DesignFacts({ design }: { design: Design }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useDesignWords();
  const used = design.credentials_count;
  return (
    <Panel title={t('designs.facts.title')}>
      <Facts
        facts={[
          [t('designs.facts.kind'), words.kind(design.kind)],
          [t('designs.facts.format'), words.format(design)],
          [t('designs.facts.language'), words.language(design.language)],
          [t('designs.facts.version'), <Versions key="versions" design={design} />],
          [
            t('designs.facts.used'),
            used === 0
              ? t('designs.facts.unused')
              : t('designs.usedByLong', { count: used, number: format.number(used) }),
          ],
          [
            t('designs.facts.attributes'),
            design.custom_attributes.length > 0 ? format.list(design.custom_attributes) : null,
          ],
          [t('designs.facts.changed'), design.updated_at && format.dateTime(design.updated_at)],
        ]}
      />
    </Panel>
  );
}

function Versions({ design }: { design: Design }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Group gap="xs" justify="space-between">
      {t('designs.facts.versionNumber', { number: format.number(design.version) })}
      <Anchor component={Link} to={`/designs/${design.id}/versions`} inherit>
        {t('designs.versions.open')}
      </Anchor>
    </Group>
  );
}
