/// Folded words that mean nothing next to a date, a place or a name: "photos from", "my trip to".
enum FillerWords {
    static func isFiller(_ word: String) -> Bool { isThin(word) || others.contains(word) }

    /// Whether a "not" before it applies to what follows it: "not taken in Germany".
    static func isThin(_ word: String) -> Bool {
        joining.contains(word) || pictures.contains(word) || taking.contains(word) || taken.contains(word)
    }

    private static func set(_ text: String) -> Set<String> {
        Set(text.split { $0 == " " || $0 == "\n" }.map { String($0).foldedWord })
    }

    /// A place or a name may follow: "photos of".
    static let ofWords = set("of von de du des d' di del della dell' van do da dos das дель")

    /// Prepositions and articles.
    private static let joining = ofWords.union(
        set(
            """
            either entweder soit hetzij the a an in on at from for to with by during around near \
            der die das den dem im am an in aus bei mit zu zum zur vom einem einer ein eine auf nach \
            le la les l' un une en au aux à dans avec sur \
            el los las al con por para \
            o os as um uma em no na nos nas com ao pelo \
            il lo gli i nel nella nell' nei a ad su \
            het een op uit met te bij naar \
            в во на из с со у о об от для за при
            """))

    static let pictures = photos.union(videos)

    static let photos = set(
        """
        photo photos photograph photographs picture pictures pic pics image images shot shots snap snaps snapshot \
        snapshots photography pix \
        foto fotos foto's bild bilder bildern aufnahme aufnahmen fotografie fotografien schnappschuss schnappschüsse \
        photographie photographies cliché clichés \
        imagen imágenes fotografía fotografías imagem imagens fotografia fotografias \
        immagine immagini fotografie scatti scatto \
        plaatje plaatjes afbeelding afbeeldingen kiekjes \
        фото фотография фотографии фотографий фотографиях фотку фотки фоток снимок снимки снимков картинки картинка \
        写真 画像 フォト 照片 相片 图片 圖片 รูปภาพ รูปถ่าย ภาพถ่าย ภาพ รูป
        """)

    static let videos = set(
        """
        video videos video's vidéo vidéos vídeo vídeos videoclip videoclips filmati filmpje filmpjes filmaufnahmen \
        видео видеозапись видеозаписи видеоролик видеоролики \
        動画 ビデオ 视频 視頻 影片 วิดีโอ วีดีโอ คลิป
        """)

    static let favorites = set(
        """
        favorite favorites favourite favourites faves \
        favoriten lieblingsfoto lieblingsfotos lieblingsbild lieblingsbilder lieblingsvideos \
        favori favoris préféré préférés préférée préférées \
        favorito favoritos favorita favoritas preferido preferidos preferida preferidas \
        preferito preferiti preferita preferite favoriet favoriete favorieten lievelingsfoto's \
        избранное избранные избранных любимые любимых \
        お気に入り 收藏 最爱 最愛 รายการโปรด
        """)

    /// Words for taking a photo, perhaps with a camera.
    static let taking = set(
        """
        taken made shot snapped photographed captured \
        aufgenommen fotografiert gemacht entstanden geschossen \
        prise prises pris faite faites \
        tomada tomadas hecha hechas sacada sacadas \
        tirada tiradas feita feitas \
        scattata scattate fatta fatte \
        genomen gemaakt \
        сделанные снятые сделано снято \
        撮影した 撮影 撮った 撮りました 拍摄的 拍摄 拍的 拍了 拍 ถ่าย
        """)

    private static let taken = set(
        """
        located ones one those that which who are is was were been be \
        sind die wurde wurden ist war waren \
        qui sont est \
        que son es \
        são é \
        che sono è \
        die zijn is \
        которые
        """)

    /// A camera may follow, after an article: "taken with a".
    static let withWords = set(
        "with on using by mit avec au à con com met op на с через 用 以 ด้วย จาก โดย")

    static let articles = set(
        """
        a an the my our ein eine einer einem der dem meiner meinem un une le la mon ma l' una el mi um uma o minha meu \
        il lo mio mia een de het mijn
        """)

    static let trips = set(
        """
        trip trips journey travel travels visit vacation holiday holidays tour \
        reise reisen urlaub ausflug besuch voyage voyages vacances séjour visite \
        viaje viajes vacaciones visita viagem viagens férias viaggio viaggi vacanza vacanze \
        reis reizen vakantie bezoek поездка поездки поездку путешествие отпуск
        """)

    /// Words that ask, and possessives.
    private static let others = trips.union(
        set(
            """
            my our mine your i we me us you did do does have has had take took make photographed show shows see give \
            find get search list display look looking what where when which how many much all every everything any \
            some few these there only just please can could want would like whole entire about this it anything \
            everyone anyone anywhere everywhere pictured featuring showing containing both year years time times \
            mein meine meinen meiner meines unser unsere unseren ich wir mir uns habe haben hatte zeig zeige zeigen \
            such suche finde gib was wo wann welche wie viele viel alle allen jede jedes jeden alles es gibt bitte \
            nur da dort dieses jahr jahren \
            mon ma mes notre nos je j'ai ai nous avons montre montrez montre-moi moi cherche trouve quelles quels \
            quoi quand où combien tous toutes tout toute c' qu' ce ces pris photographié y année années \
            mi mis nuestro nuestra nuestros nuestras yo he hice saqué tomé muestra muéstrame enséñame busca dame qué \
            cuándo dónde cuántas cuántos cuantas todas todos todo toda hay fotografié me año años \
            meu minha meus minhas nosso nossa nossos nossas eu tirei fiz mostra mostre mostrar me procura quantas \
            quantos quais quando onde todas todos tudo há fotografei ano anos \
            mio mia miei mie nostro nostra nostri nostre io ho abbiamo fatto scattato mostra mostrami cerca trova \
            cosa quando dove quante quanti tutte tutti tutto tutta ci fotografato anno anni \
            mijn ons onze ik wij we heb hebben toon laat zien zoek vind wat waar wanneer hoeveel welke alle allemaal \
            elke er gefotografeerd jaar jaren \
            мой моя моё мои моей моих наш наша наши я мы мне покажи показать найди дай что где когда сколько какие все \
            всё снимал снимала снял сняла фотографировал фотографировала год года году
            """))

    /// A text that begins with one may ask for what follows: "where is the", "show me pictures of".
    static let asking = set(
        """
        where when what which how who show give find search see do did can could is are please i \
        wo wann was welche welcher welches wie wer zeig zeige zeigen such suche finde gib hast hab habe gibt \
        où quand quoi quel quelle quels quelles combien montre montrez montre-moi cherche trouve \
        dónde cuándo qué cuántas cuántos cuantas cuantos está están muestra muéstrame enséñame busca dame tengo hay \
        onde quando quais quantas quantos mostra mostre mostrar procura encontra tenho há \
        dove quante quanti mostrami cerca trova \
        waar wanneer wat hoeveel welke toon laat zoek vind heb \
        где когда что сколько какие какой какая покажи показать найди дай
        """)

    /// In scripts without spaces, the longer ones first.
    static let unspaced = """
        写真 画像 ピクチャ フォト 動画 ビデオ お気に入り 撮影した 撮影 撮った 撮りました 私の 僕の 俺の 私たちの すべての 全ての 全部の 見せて ください 旅行 での の は を に で が と 何枚 枚 何を 何 \
        照片 相片 图片 圖片 影像 视频 視頻 影片 收藏 最爱 最愛 拍摄的 拍摄 拍的 拍了 拍 我的 我们的 我們的 我 所有的 所有 全部 给我看 給我看 显示 顯示 旅行 旅游 之旅 多少张 多少 张 張 什么 什麼 的 在 有 给 看 了 用 以 \
        รูปภาพ ภาพถ่าย รูปถ่าย ภาพ รูป วิดีโอ วีดีโอ คลิป รายการโปรด ถ่าย ของฉัน ของเรา ของ ฉัน ทั้งหมด ทุก แสดง ดู การเดินทาง ทริป เที่ยว ไป กี่ อะไร ที่ ใน จาก เมื่อ ปี มี ให้ ด้วย โดย
        """.split { $0 == " " || $0 == "\n" }.map(String.init).sorted { $0.count > $1.count }
}
