// The words of the error catalogue as data, for what a payer can meet: code | Spanish | Portuguese (as in Brazil).

let wajubErrorTableIberian = """
    insufficient_funds | Saldo insuficiente. Prueba con otro número u otro medio. | Saldo insuficiente. Tente outro número ou outro meio.
    payment_declined | El pago fue rechazado. No se cobró nada. | O pagamento foi recusado. Nada foi cobrado.
    payment_attempt_ended | El pago no fue aprobado. No se cobró nada. | O pagamento não foi aprovado. Nada foi cobrado.
    payment_failed | El pago falló. | O pagamento falhou.
    payment_cancelled | Este pago fue cancelado. | Este pagamento foi cancelado.
    shield_blocked | Este pago fue bloqueado por motivos de seguridad. Referencia: {ref} | Este pagamento foi bloqueado por motivos de segurança. Referência: {ref}
    merchant_restricted | Este comercio no puede cobrar en este momento. | Esta loja não pode receber pagamentos no momento.
    rate_limited | Demasiados intentos. Inténtalo de nuevo en un momento. | Tentativas demais. Tente de novo em instantes.
    session_terminal_expired | Este pago venció. | Este pagamento expirou.
    session_not_found | No se encontró este pago. | Este pagamento não foi encontrado.
    unsupported_action | Este medio necesita un paso que no está disponible aquí. | Este meio precisa de uma etapa que não está disponível aqui.
    redirect_unavailable | No se pudo abrir la página de pago. | Não foi possível abrir a página de pagamento.
    security_check_failed | La verificación de seguridad falló. No se cobró nada. | A verificação de segurança falhou. Nada foi cobrado.
    not_processable | No se pudo iniciar el pago. | Não foi possível iniciar o pagamento.
    validation_error | Revisa los datos ingresados. | Confira os dados informados.
    load_error | No se pudo cargar el pago. | Não foi possível carregar o pagamento.
    no_payment_method | No hay ningún medio de pago disponible. | Nenhum meio de pagamento disponível.
    sheet_already_presented | Ya hay una pantalla de pago abierta. | Já existe uma tela de pagamento aberta.
    network_error | Problema de conexión. Revisa tu red e inténtalo de nuevo. | Problema de conexão. Verifique sua rede e tente de novo.
    server_error | El servicio no está disponible. | O serviço está indisponível.
    payment_error | No se pudo completar el pago. | Não foi possível concluir o pagamento.
    missing_fields | Faltan datos. | Faltam dados.
    operator_mismatch | Este número es de {op}. | Este número é da {op}.
    invalid_phone | Ingresa un número válido. | Informe um número válido.
    invalid_code | Código incorrecto. {n?Queda # intento/Quedan # intentos}. | Código incorreto. {n?Resta # tentativa/Restam # tentativas}.
    step_expired | El código venció. | O código expirou.
    step_attempts_exhausted | Demasiados códigos incorrectos. | Códigos incorretos demais.
    not_cancellable | Este pago ya no se puede cancelar. | Este pagamento não pode mais ser cancelado.
    invalid_card_number | Revisa el número de tarjeta. | Confira o número do cartão.
    invalid_expiry | Revisa la fecha de vencimiento. | Confira a data de validade.
    invalid_security_code | Revisa el código de seguridad. | Confira o código de segurança.
    unknown_channel | Este medio no está disponible para este pago. | Este meio não está disponível para este pagamento.
    unknown_operator | Este operador no está disponible. | Esta operadora não está disponível.
    attempt_in_progress | Ya hay un intento de pago en curso. | Já existe uma tentativa de pagamento em andamento.
    not_found | No se encontró nada en esta dirección o con este identificador. | Nada foi encontrado neste endereço ou com este identificador.
    service_unavailable | El servicio no puede guardar nada en este momento. No se hizo nada; inténtalo de nuevo. | O serviço não consegue gravar nada no momento. Nada foi feito; tente de novo.
    internal_error | Algo salió mal de nuestro lado. | Algo deu errado do nosso lado.
    request_timeout | La solicitud tardó demasiado en llegar. | A solicitação demorou demais para chegar.
    """
