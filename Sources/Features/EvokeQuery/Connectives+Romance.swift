/// For French, Spanish, Portuguese and Italian.
extension Connectives {
    static let french = Connectives(
        not: """
            pas, non, sans, sauf, excepté, hormis, à l'exception de, à l'exception d', à part, ni, mais pas, en excluant, \
            autre que, autres que
            """,
        outside: """
            hors de, hors d', hors du, hors, en dehors de, en dehors d', en dehors du, en dehors des, loin de, loin d', loin du, \
            à l'extérieur de, à l'extérieur d', à l'extérieur du
            """,
        or: "ou, ou bien", and: "et, ainsi que", but: "mais",
        before: "avant, avant le, antérieur à, antérieures à, plus vieux que",
        after: "après, postérieur à, postérieures à",
        since: "depuis, à partir de, à partir du, à compter de, dès", sinceBehind: "et après, et plus tard",
        until: "jusqu'en, jusqu'à, jusqu'au, jusque", untilBehind: "et avant", between: "entre",
        from: "de, du, d', depuis", to: "à, au, jusqu'à, jusqu'en, jusqu'au", agoBefore: "il y a, y a",
        recent: "derniers, dernières", decade: "années, annees", days: "jour, jours",
        weeks: "semaine, semaines", months: "mois", years: "an, ans, année, années",
        now: "maintenant, aujourd'hui",
        numbers: "un/une, deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze",
        decades: """
            vingt, trente, quarante, cinquante, soixante, soixante-dix, quatre-vingt/quatre-vingts, \
            quatre-vingt-dix
            """, ordinals: "er, e, ère",
        early: "début, au début de, au début d'",
        middle: "mi, mi-, milieu, au milieu de",
        late: "fin, à la fin de, à la fin d'",
        firstHalf: "première moitié de, premier semestre",
        secondHalf: "deuxième moitié de, seconde moitié de, second semestre, deuxième semestre")

    static let spanish = Connectives(
        not: """
            no en, no de, no con, pero no, sin, excepto, salvo, menos, a excepción de, con excepción de, \
            aparte de, ni, exceptuando, no es, que no sea, que no sean
            """,
        outside: "fuera de, fuera del, lejos de, afuera de", weakOr: "o, u, o bien", and: "y, e",
        but: "pero, sino", before: "antes de, antes del, anterior a, anteriores a",
        after: "después de, después del, tras, posterior a, posteriores a",
        since: "desde, desde el, a partir de, a partir del",
        sinceBehind: "en adelante, y después, y posteriores", until: "hasta, hasta el",
        untilBehind: "y antes, y anteriores", between: "entre", from: "de, del, desde, desde el",
        to: "a, al, hasta, hasta el", agoBefore: "hace", ago: "atrás", recent: "últimos, últimas, pasados",
        decade: "años, los, década de los, década de", days: "día, días", weeks: "semana, semanas",
        months: "mes, meses", years: "año, años",
        now: "ahora, hoy",
        numbers: "un/una/uno, dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, once, doce",
        decades: "veinte, treinta, cuarenta, cincuenta, sesenta, setenta, ochenta, noventa",
        ordinals: "º, °, ro",
        early: "principios de, a principios de, comienzos de, a comienzos de, inicios de, a inicios de",
        middle: "mediados de, a mediados de",
        late: "finales de, a finales de, fines de, a fines de, fin de",
        firstHalf: "primera mitad de, primer semestre de",
        secondHalf: "segunda mitad de, segundo semestre de")

    static let portuguese = Connectives(
        not: """
            não, não em, não na, não no, mas não, sem, exceto, excepto, salvo, menos, à exceção de, \
            com exceção de, nem, tirando
            """,
        outside: "fora de, fora da, fora do, fora dos, longe de, longe da, longe do", or: "ou", and: "e",
        but: "mas, porém", before: "antes de, antes do, antes da, anterior a, anteriores a",
        after: "depois de, depois do, depois da, após, posterior a, posteriores a",
        since: "desde, desde o, a partir de, a partir do", sinceBehind: "em diante, e depois",
        until: "até, até o, até ao", untilBehind: "e antes", between: "entre", from: "de, do, desde",
        to: "a, ao, até, até o, até ao", agoBefore: "há, faz", ago: "atrás",
        recent: "últimos, últimas, passados", decade: "anos, década de", days: "dia, dias",
        weeks: "semana, semanas", months: "mês, meses", years: "ano, anos",
        now: "agora, hoje",
        numbers: "um/uma, dois/duas, três, quatro, cinco, seis, sete, oito, nove, dez, onze, doze",
        decades: "vinte, trinta, quarenta, cinquenta, sessenta, setenta, oitenta, noventa", ordinals: "º, °",
        early: "início de, no início de, começo de, no começo de, princípio de, princípios de",
        middle: "meados de, em meados de, meio de",
        late: "fim de, no fim de, final de, no final de, finais de",
        firstHalf: "primeira metade de, primeiro semestre de",
        secondHalf: "segunda metade de, segundo semestre de")

    static let italian = Connectives(
        not: """
            non, ma non, senza, tranne, eccetto, salvo, escluso, esclusa, esclusi, a parte, ad eccezione di, né
            """,
        outside: """
            fuori da, fuori dal, fuori dalla, fuori dall', al di fuori di, al di fuori della, al di fuori dell', lontano dall', lontano da, \
            lontano dalla, lontano dal
            """,
        outsideBehind: "escluso, esclusa", or: "oppure", weakOr: "o", and: "e, ed", but: "ma, bensì",
        before: "prima di, prima del, prima della, prima dell', precedenti al, antecedenti al",
        after: "dopo, dopo il, dopo la, successive al, successivi al",
        since: "dal, dall', dalla, da, a partire da, a partire dal, sin dal, fin dal",
        sinceBehind: "in poi, in avanti", until: "fino al, fino a, fino all', fino alla, sino al, sino a",
        between: "tra, tra il, fra, fra il", from: "da, dal, dall', dalla, di, del",
        to: "a, al, all', alla, fino al, fino a", ago: "fa, or sono", recent: "ultimi, ultime, scorsi, scorse",
        decade: "anni", days: "giorno, giorni", weeks: "settimana, settimane", months: "mese, mesi",
        years: "anno, anni",
        now: "adesso, ora, oggi",
        numbers: "un/una/uno, due, tre, quattro, cinque, sei, sette, otto, nove, dieci, undici, dodici",
        decades: "venti, trenta, quaranta, cinquanta, sessanta, settanta, ottanta, novanta", ordinals: "º, °",
        early: "inizio, inizio del, all'inizio del, inizi del, primi del",
        middle: "metà, metà del, a metà",
        late: "fine, fine del, alla fine del",
        firstHalf: "prima metà del, primo semestre del",
        secondHalf: "seconda metà del, secondo semestre del")
}
