import EvokePorts
import EvokeValues

extension QueryField {
    static let color = QueryField(
        "color", "With that color on a sixth of it or more, in any of eleven languages; 'colour' works, too.",
        PhotoColor.allCases.map(\.rawValue), .choice(PhotoColor.allCases.map(\.rawValue)),
        read: { value, _ throws(ValueProblem) in
            let word = value.trimmed.folded
            guard let color = ColorWords.colors[word] else {
                let guess = Spelling.nearest(to: word, among: ColorWords.colors.keys.sorted())
                throw ValueProblem(
                    "color: takes \(PhotoColor.allCases.map(\.rawValue).joined(separator: ", "))",
                    guess.map { "Did you mean 'color:\($0)'?" } ?? "Write one of these.")
            }
            return .part(.test(.color(color)))
        }, write: { if case .test(.color(let color)) = $0 { color.rawValue } else { nil } })
}

/// Color names in English, German, French, Spanish, Portuguese, Italian, Dutch, Russian, Japanese, Chinese and Thai.
/// Adjectives are in their dictionary form, and in the feminine form if it differs.
enum ColorWords {
    static let colors = Dictionary(
        words.flatMap { color, words in words.split(separator: " ").map { (String($0).folded, color) } },
        uniquingKeysWith: { first, _ in first })

    /// For each color with a word that begins with that text, the first such word.
    static func beginning(_ start: String) -> [(color: PhotoColor, word: String)] {
        words.compactMap { color, words in
            words.split(separator: " ").first { $0.description.folded.hasPrefix(start) }.map { (color, String($0)) }
        }
    }

    private static let words: [(PhotoColor, String)] = [
        (.black, "black schwarz noir noire negro negra preto preta nero nera zwart чёрный 黒 黒い 黒色 黑 黑色 ดำ สีดำ"),
        (.white, "white weiß blanc blanche blanco blanca branco branca bianco bianca wit белый 白 白い 白色 ขาว สีขาว"),
        (.gray, "gray grey grau gris grise cinza cinzento cinzenta grigio grigia grijs серый 灰色 灰 グレー เทา สีเทา"),
        (.red, "red rot rouge rojo roja vermelho vermelha rosso rossa rood красный 赤 赤い 赤色 红 红色 紅色 แดง สีแดง"),
        (
            .orange,
            "orange naranja anaranjado anaranjada laranja alaranjado alaranjada arancione arancio oranje оранжевый オレンジ "
                + "オレンジ色 橙色 橘色 橙 ส้ม สีส้ม"
        ),
        (
            .yellow,
            "yellow gelb jaune amarillo amarilla amarelo amarela giallo gialla geel жёлтый 黄 黄色 黄色い 黃色 เหลือง สีเหลือง"
        ),
        (.green, "green grün vert verte verde groen зелёный 緑 緑色 绿 绿色 綠色 เขียว สีเขียว"),
        (
            .cyan,
            "cyan turquoise teal türkis cian ciano turquesa turchese turkoois turquoise бирюзовый シアン ターコイズ 青緑 青绿色 "
                + "蓝绿色 藍綠色 ฟ้าอมเขียว สีฟ้าอมเขียว"
        ),
        (
            .blue,
            "blue blau bleu bleue azul blu azzurro azzurra blauw синий голубой 青 青い 青色 蓝 蓝色 藍色 น้ำเงิน สีน้ำเงิน ฟ้า สีฟ้า"
        ),
        (
            .purple,
            "purple violet lila violett violette morado morada violeta púrpura roxo roxa viola paars фиолетовый 紫 紫色 ม่วง "
                + "สีม่วง"
        ),
        (.pink, "pink rosa rose cor-de-rosa roze розовый ピンク ピンク色 桃色 粉色 粉红 粉红色 粉紅色 ชมพู สีชมพู"),
        (
            .brown,
            "brown braun brun brune marron marrón castaño castaña castanho castanha marrom marrone bruin коричневый 茶色 茶 "
                + "棕色 褐色 咖啡色 น้ำตาล สีน้ำตาล"
        ),
    ]
}
