import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lengthNumber, pageIn } from '../../core/geometry/units';
import { useEditor, useView } from '../../state/context/context';

export type Lengths = {
  /** Converts percent of the page along an axis to the unit of the rulers. */
  inUnit: (percent: number, axis: 'x' | 'y') => number;
  /** The same with its unit: "12.5 mm". */
  words: (percent: number, axis: 'x' | 'y') => string;
};

/** Converts lengths on the page to the unit of the rulers. */
export function useLengths(): Lengths {
  const { t, i18n } = useTranslation();
  const unit = useView((state) => state.rulers.unit);
  const size = useEditor((state) => state.sheet.design.size);
  const orientation = useEditor((state) => state.sheet.design.orientation);
  return useMemo(() => {
    const page = pageIn({ size, orientation }, unit);
    const inUnit = (percent: number, axis: 'x' | 'y') =>
      (percent / 100) * (axis === 'x' ? page.width : page.height);
    return {
      inUnit,
      words: (percent, axis) =>
        t(`editor.rulers.length.${unit}`, {
          length: lengthNumber(inUnit(percent, axis), unit, i18n.language),
        }),
    };
  }, [t, i18n.language, unit, size, orientation]);
}
