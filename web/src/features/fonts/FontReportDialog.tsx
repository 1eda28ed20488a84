import { Box, Select, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../i18n/languages';
import { useFormat } from '../../i18n/useFormat';
import { useLanguage } from '../../i18n/useLanguage';
import { Modal } from '../../ui/dialog/Modal';
import { coverageQuery, type OwnFont } from './api';

const nameOf = (code: string) => LANGUAGES.find(({ value }) => value === code)?.name ?? code;

/** The languages that a font supports, and the characters it lacks for a selected one. */
export function FontReportDialog({ font, onClose }: { font: OwnFont; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [language, setLanguage] = useState(useLanguage());
  const { data } = useQuery(coverageQuery(font.id, language));
  const languages = data?.languages.map(nameOf) ?? [];
  const lacks = data && {
    ...{ count: data.missing_count, number: format.number(data.missing_count) },
    ...{ total: format.number(data.needed_count), language: nameOf(language) },
  };
  return (
    <Modal opened onClose={onClose} size={560} title={t('fonts.report.title', { name: font.name })}>
      <Stack gap="md">
        <Select
          data-autofocus
          searchable
          label={t('fonts.report.language')}
          value={language}
          data={LANGUAGES.filter(({ hidden }) => !hidden).map(({ value, name }) => ({ value, label: name }))}
          onChange={(value) => value && setLanguage(value)}
        />
        {lacks && data ? (
          <Box aria-live="polite">
            <Text>
              {lacks.count === 0
                ? t('fonts.report.complete', { language: nameOf(language) })
                : t('fonts.report.missing', lacks)}
            </Text>
            {lacks.count > 0 && (
              <>
                <Text component="bdi" display="block" my={8} fz="lg" style={{ letterSpacing: '0.4em' }}>
                  {data.missing}
                  {lacks.count > [...data.missing].length && '…'}
                </Text>
                <Text c="dimmed">{t('fonts.report.instead')}</Text>
              </>
            )}
          </Box>
        ) : (
          <Skeleton height={72} />
        )}
        <div>
          <Title order={3} size="h5">
            {t('fonts.report.languages')}
          </Title>
          <Text c="dimmed">
            {data && (languages.length > 0 ? format.list(languages) : t('fonts.report.none'))}
          </Text>
        </div>
      </Stack>
    </Modal>
  );
}
