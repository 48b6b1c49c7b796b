// The choice of a country, by name. The list of codes loads with the form of a draft.
import { Select } from '@mantine/core';
import { t } from '../words/t.ts';
import { countryName } from './country.ts';
import '../words/verification.ts';

/** Officially assigned codes of ISO 3166-1. */
const codes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA ' +
  'CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA ' +
  'GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS ' +
  'MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS ' +
  'RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW ' +
  'TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

const optionOf = (code: string) => ({ value: code, label: countryName(code) });

const countries = codes
  .split(' ')
  .map(optionOf)
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));

type Props = {
  id: string;
  label: string;
  description: string;
  value: string;
  error: string | undefined;
  onChange: (code: string) => void;
};

/** A searchable list of countries. A code that is not in it, from an earlier draft, stays selected. */
export function CountrySelect({ value, onChange, ...rest }: Props) {
  const isListed = value === '' || countries.some((one) => one.value === value);
  return (
    <Select
      {...rest}
      data={isListed ? countries : [optionOf(value), ...countries]}
      searchable
      openOnFocus={false}
      selectFirstOptionOnChange
      autoComplete="off"
      allowDeselect={false}
      // The listbox scrolls itself, inside the page: a scroll area around it would need a tab stop.
      withScrollArea={false}
      comboboxProps={{ withinPortal: false }}
      styles={{ options: { maxHeight: 280, overflowY: 'auto' } }}
      nothingFoundMessage={t('verification.countryNone')}
      value={value === '' ? null : value}
      onChange={(code) => onChange(code ?? '')}
    />
  );
}
