/// For the rows of the other table: key | Spanish | Portuguese (as in Brazil).
let providerTextTableIberian = """
    test | Modo de prueba | Modo de teste
    name.wallet | {wallet} · billetera de prueba | {wallet} · carteira de teste
    name.card | Página de tarjeta de prueba | Página de cartão de teste
    name.session | Caja de prueba | Caixa de teste
    name.3ds | Banco de prueba | Banco de teste
    name.reauthorization | Banco de prueba | Banco de teste
    name.simulator | Simulador | Simulador
    name.code | Aplicación bancaria de prueba | Aplicativo bancário de teste
    name.voucher | Ventanilla de prueba | Guichê de teste
    name.bank | Banco de prueba | Banco de teste
    to | Pago a {merchant} | Pagamento a {merchant}
    ask.wallet | Con dinero real, el pagador aprueba en la aplicación de la billetera. En modo de prueba, decides aquí. | Com dinheiro real, o pagador aprova no aplicativo da carteira. No modo de teste, você decide aqui.
    ask.card | Con dinero real, la tarjeta se escribe aquí y queda con el proveedor. En modo de prueba no se pide ninguna tarjeta: elige lo que hace. | Com dinheiro real, o cartão é digitado aqui e fica com o provedor. No modo de teste nenhum cartão é pedido: escolha o que ele faz.
    ask.session | Con dinero real, aquí está la caja del proveedor. En modo de prueba, decides tú. | Com dinheiro real, a caixa do provedor fica aqui. No modo de teste, você decide.
    ask.3ds | Tu banco verifica quién paga. En modo de prueba el código es {code}. | Seu banco verifica quem paga. No modo de teste o código é {code}.
    ask.reauthorization | La tarjeta debe autorizarse de nuevo, algo que ninguna página de prueba puede hacer. | O cartão precisa ser autorizado de novo, o que nenhuma página de teste consegue fazer.
    ask.simulator | Decide por el banco, sin sus preguntas. | Decida pelo banco, sem as perguntas dele.
    ask.challenge | Tu banco verifica quién paga: escribe el código que te envió. En modo de prueba {code} es el correcto, 1111 no pasa la verificación, 2222 es rechazado, 3333 no encuentra verificación disponible, 4444 queda solo en intento. | Seu banco verifica quem paga: digite o código que ele enviou. No modo de teste {code} é o certo, 1111 não passa na verificação, 2222 é recusado, 3333 não encontra verificação disponível, 4444 fica só na tentativa.
    ask.code | Con dinero real, el pagador escanea o pega el código en la aplicación de un banco. En modo de prueba, decides aquí. | Com dinheiro real, o pagador escaneia ou cola o código no aplicativo de um banco. No modo de teste, você decide aqui.
    ask.voucher | Con dinero real, el pagador paga el cupón en una ventanilla o en la aplicación de un banco. En modo de prueba, decides aquí. | Com dinheiro real, o pagador paga o boleto em um guichê ou no aplicativo de um banco. No modo de teste, você decide aqui.
    ask.bank | Con dinero real, el pagador entra aquí a su banco. En modo de prueba, decides tú. | Com dinheiro real, o pagador entra aqui no banco dele. No modo de teste, você decide.
    unconfigured | No hay ningún proveedor de 3-D Secure configurado para este pago. Vuelve a la tienda. | Nenhum provedor de 3-D Secure está configurado para este pagamento. Volte à loja.
    code | Código de seguridad | Código de segurança
    wrong | Código incorrecto. Intentos restantes: {n}. | Código incorreto. Tentativas restantes: {n}.
    approve | Aprobar | Aprovar
    approve_later | Aprobar, confirmado más tarde | Aprovar, confirmado mais tarde
    challenge | Aprobar con una verificación 3-D Secure | Aprovar com uma verificação 3-D Secure
    insufficient_funds | Rechazar: saldo insuficiente | Recusar: saldo insuficiente
    refuse | Rechazar | Recusar
    decline | Rechazar | Recusar
    pay | Pagar | Pagar
    expire | Dejar que venza ahora | Deixar expirar agora
    leave | Volver sin decidir | Voltar sem decidir
    left | No se decidió nada. Puedes volver a la tienda, y después a esta página. | Nada foi decidido. Você pode voltar à loja e depois a esta página.
    done.approved | Aprobado. Puedes volver a la tienda. | Aprovado. Você pode voltar à loja.
    done.refused | Rechazado. Puedes volver a la tienda. | Recusado. Você pode voltar à loja.
    done.expired | Vencido. Puedes volver a la tienda. | Expirado. Você pode voltar à loja.
    done.challenge | La verificación terminó. Puedes volver a la tienda: ya conoce el resultado. | A verificação terminou. Você pode voltar à loja: ela já sabe o resultado.
    done.noted | Anotado. Puedes volver a la tienda: sabrá el resultado. | Anotado. Você pode voltar à loja: ela saberá o resultado.
    back | Volver a la tienda | Voltar à loja
    gone | Esta página ya no es válida. Vuelve a la tienda. | Esta página não é mais válida. Volte à loja.
    foreign | Esto venía de otro sitio, así que no se hizo nada. | Isto veio de outro site, então nada foi feito.
    """
