import Interface
import Kernel

/// What the payer waits for: what happens, where to look, how long it has been, what can be done meanwhile.
extension CheckoutDrawing {
    var loading: Body {
        let title = texts["loading"]
        return Body(id: "loading", title: title, content: [Node(NodeID.wait, .skeleton(rows: 3, label: title))])
    }

    /// W48: on its way, or never answered and followed; after 15 minutes still no failure (W52).
    var processing: Body {
        let title = texts["progress_title"]
        if picture.isBusy {
            let sending = text(NodeID.text, texts["progress_sending"], .secondary)
            return Body(
                id: "processing", title: title, content: [middle([ring("waiting_answer"), heading(title), sending])])
        }
        if picture.waiting?.isOver == true {
            let words = texts["progress_over", ["merchant": merchant]]
            return Body(
                id: "processing", title: title,
                content: [
                    middle([
                        Node(NodeID.sign, .outcome(.pending)), heading(title), text(NodeID.text, words),
                        text(NodeID.canClose, texts["can_close"], .secondary),
                    ])
                ],
                actions: [button(NodeID.done, texts["close"])])
        }
        let words = picture.waiting?.instruction ?? texts["progress_following"]
        return Body(
            id: "processing", title: title,
            content: [
                middle([ring("waiting_answer"), heading(title), text(NodeID.text, words, .secondary)]), canClose,
            ])
    }

    /// W80: the number, and the operator's instruction.
    var approval: Body {
        let title = texts["approval_title"]
        let instruction = text(NodeID.text, picture.waiting?.instruction ?? texts["approval_text"])
        return Body(
            id: "approval", title: title,
            content: banner + [middle([ring("waiting_approval"), heading(title), instruction])] + payer + [canClose])
    }

    /// The same, with a code to dial.
    var ussd: Body {
        let title = texts["ussd_title"]
        var children = [ring("waiting_approval"), heading(title)]
        if let code = picture.waiting?.ussdCode { children.append(text(NodeID.code, code, .code, leftToRight: true)) }
        children.append(text(NodeID.text, picture.waiting?.instruction ?? texts["ussd_text"]))
        return Body(id: "ussd", title: title, content: banner + [middle(children)] + payer + [canClose])
    }

    /// W86: a page is open elsewhere. That the payment goes on is not said: without the payer, it does not.
    var redirect: Body {
        let wallet = picture.isWalletPage ? picture.method?.name : nil
        let title = wallet.map { texts["redirect_wallet_title", ["name": $0]] } ?? texts["redirect_title"]
        let words = texts["redirect_text"]
        return Body(
            id: "redirect", title: title,
            content: banner + [
                middle([ring("waiting_answer"), heading(title), text(NodeID.text, words, .secondary)])
            ],
            actions: [button(NodeID.carryOn, texts["continue_payment"])])
    }

    /// The bank's page, or another's, inside the sheet.
    var page: Body {
        let title = texts["page_title"]
        let frame = picture.pageURL.map { url in
            [Node(NodeID.page, .page(WebPage(title, url: url, returnURL: picture.pageReturnURL)))]
        }
        return Body(id: "page", title: title, content: (picture.isEmbedded ? [] : [heading(title)]) + (frame ?? []))
    }

    /// Something to scan, to copy, or to show at a counter; it is paid elsewhere.
    var code: Body {
        guard let code = picture.code else { return processing }
        let isPix = code.kind == .pix
        let title = texts[isPix ? "pix_title" : "voucher_title"]
        var children: [Node] = [text(NodeID.text, texts[isPix ? "pix_text" : "voucher_text"], .secondary)]
        if isPix {
            children.append(Node(NodeID.image, .code(CodeImage(code.text, label: texts["pix_image"]))))
        }
        children.append(
            Node(NodeID.left, .countdown(Countdown(secondsLeft: code.secondsLeft, label: texts["code_left"]))))
        var facts: [Node] = [
            Node(
                NodeID.code,
                .copy(copy(code.text, isPix ? "pix_code" : "voucher_number")))
        ]
        if let barcode = code.barcode, barcode != code.text {
            facts.append(Node(NodeID.barcode, .copy(copy(barcode, "voucher_barcode"))))
        }
        return Body(
            id: isPix ? "pix" : "voucher", title: title,
            content: banner + [heading(title), middle(children)] + facts
                + [text(NodeID.canClose, texts[isPix ? "pix_can_close" : "voucher_can_close"], .caption)])
    }

    private func copy(_ code: String, _ label: String) -> CopyText {
        CopyText(texts[label], code, copyTitle: texts["copy_code"], copiedText: texts["copied"])
    }

    /// The app's server creates the payment.
    var handedOver: Body {
        let title = texts["progress_title"]
        return Body(id: "handed-over", title: title, content: [middle([ring("waiting_answer"), heading(title)])])
    }

    var verifying: Body {
        let title = texts["verifying_title"]
        let words = text(NodeID.text, texts["verifying_text"], .secondary)
        return Body(id: "verifying", title: title, content: [middle([ring("waiting_answer"), heading(title), words])])
    }

    // MARK: Parts

    private func ring(_ key: String) -> Node {
        let elapsed = picture.waiting?.elapsedSeconds ?? 0
        return Node(NodeID.wait, .waiting(Waiting(elapsedSeconds: elapsed, label: texts[key])))
    }

    func middle(_ children: [Node]) -> Node { Node(NodeID.group, .column(Column(.inside, centred: true, children))) }

    /// Whose phone, for a payer who has two.
    private var payer: [Node] {
        var facts: [Fact] = []
        if let phone = picture.waiting?.phone { facts.append(Fact(texts["number"], phone, leftToRight: true)) }
        if let name = picture.waiting?.operatorName { facts.append(Fact(texts["operator"], name)) }
        return facts.isEmpty ? [] : [Node(NodeID.facts, .facts(facts))]
    }

    private var canClose: Node {
        let words = text(NodeID.canClose, texts["can_close"], .caption)
        return Node(NodeID.meanwhile, .column(Column(centred: true, [words])))
    }
}
