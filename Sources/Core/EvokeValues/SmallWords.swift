/// Folded words that mean nothing on their own: articles, prepositions, "and". A photo need not have them.
enum SmallWords {
    static let all = Set(
        """
        a an and are as at by for from in into is my near of on or our over the to under with without
        am an auf aus bei das dem den der des die ein eine einem einen einer fur im ist mein meine mit nach oder uber um und
        unter vom von vor zu zum zur
        au aux avec chez dans de des du en et la le les mes mon notre ou par pour sous sur un une
        con del el las los mi mis para por sin sobre un una y
        ao aos as com da das do dos em meu minha na nas no nos os ou para sem um uma
        al alla alle con da dal dalla degli dei del della delle di gli il lo mia mio nel nella per su sul sulla uno
        aan bij een het met mijn naar of onder op over te uit van voor zonder
        без в во для до за и из к ко на над о об от по под при с со у
        """.split { $0.isWhitespace }.map { String($0).folded })
}
