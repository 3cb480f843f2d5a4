import Checkout
import Foundation
import Interface

// What the payer does.
extension PaymentFlow {
    func perform(_ action: CheckoutAction) {
        if edit(action) { return changed() }
        switch action {
        case .submitCard, .submitMobileMoney, .payWallet: pay()
        case .leaveField(let name): leave(name)
        case .submitStep: submitStep()
        case .resendCode: handle(.resend)
        case .continuePayment: handle(.continuePayment)
        case .pageSaid(let text):
            // Whatever it says has happened, the payment is read for that.
            if ChallengeMessage(text) != nil || WebPage.isArrival(text) { handle(.pageEnded) }
        case .tryAgain: handle(.tryAgain)
        case .reload: handle(.reload)
        case .backToMethods: goBack()
        case .dismiss: handle(.dismiss)
        case .cameBack: handle(.cameBack)
        default: break
        }
    }

    /// Pays with what the form holds; says under its fields what is wrong (YR18).
    func pay() {
        guard isFormRight else { return changed() }
        handle(.pay)
    }
}
