/** Words of the catalog that the service writes in French, as the Arabic screen says them. */
import { useTranslator } from '../../counter-context.tsx'

const arabicNames: Readonly<Record<string, string>> = {
  'jeux vidéo': 'ألعاب الفيديو',
  applications: 'تطبيقات',
  entraînement: 'تدريب',
  'cartes d’entraînement': 'بطاقات تدريب',
}

/** Undefined where the name is a brand, or none that is known here. */
export const arabicCatalogName = (name: string): string | undefined =>
  arabicNames[name.trim().toLowerCase().replace("'", '’')]

export function CatalogName({ name }: { readonly name: string }) {
  const { locale } = useTranslator()
  return <bdi>{locale === 'ar' ? (arabicCatalogName(name) ?? name) : name}</bdi>
}
