// The words of the checkout as data, for the rows of the other table: key | Spanish | Portuguese (as in Brazil).

let checkoutTextTableIberian = """
    payment | Pago | Pagamento
    the_shop | la tienda | a loja
    test_mode | Modo de prueba | Modo de teste
    secured_by | Protegido por {name} | Protegido por {name}
    fees_included | comisiones incluidas | taxas incluídas
    close | Cerrar | Fechar
    back | Volver | Voltar
    next | Siguiente | Avançar
    retry | Reintentar | Tentar de novo
    done | Listo | Concluir

    loading | Cargando el pago… | Carregando o pagamento…
    load_error_title | Pago no disponible | Pagamento indisponível

    methods_title | Elige cómo pagar | Escolha como pagar
    mobile_money | Mobile Money | Mobile Money
    list_comma | , | ,
    mobile_money_detail | Lo apruebas en tu teléfono | Você aprova no seu celular
    card_detail | Tarjeta bancaria | Cartão bancário
    card_page_detail | En una página de pago segura | Em uma página de pagamento segura
    wallet_detail | En la aplicación {name} | No aplicativo {name}

    country | País | País
    country_search | Buscar un país | Buscar um país
    country_none | No se encontró ningún país | Nenhum país encontrado
    phone | Número de teléfono | Número de telefone
    operator | Operador | Operadora
    test_number | Número de prueba: {number} | Número de teste: {number}
    test_card | Tarjeta de prueba: {number} | Cartão de teste: {number}
    test_go_on | En modo de prueba puedes continuar. | No modo de teste, você pode continuar.

    pay | Pagar {amount} | Pagar {amount}
    pay_plain | Pagar | Pagar
    pay_by_card | Pagar con tarjeta | Pagar com cartão

    card_title | Pago con tarjeta | Pagamento com cartão
    card_number | Número de tarjeta | Número do cartão
    card_expiry | Fecha de vencimiento | Data de validade
    card_expiry_hint | MM/AA | MM/AA
    card_code | Código de seguridad | Código de segurança
    card_code_back | 3 dígitos en el reverso | 3 dígitos no verso
    card_code_front | 4 dígitos en el frente | 4 dígitos na frente
    card_holder | Nombre en la tarjeta | Nome no cartão
    card_holder_optional | Nombre en la tarjeta (opcional) | Nome no cartão (opcional)
    card_saved_text | Confirma con el código de seguridad de tu tarjeta. | Confirme com o código de segurança do seu cartão.
    card_save | Guardar esta tarjeta para mis próximos pagos | Guardar este cartão para meus próximos pagamentos
    card_saved | Guardada | Salvo
    card_remove_title | ¿Eliminar esta tarjeta? | Remover este cartão?
    card_remove_text | Ya no se te ofrecerá {name}. | {name} não será mais oferecido.
    card_remove_do | Eliminar | Remover
    card_keep | Conservarla | Manter
    methods_unavailable | No se pudieron cargar los medios de pago. | Não foi possível carregar os meios de pagamento.
    method_unavailable | No disponible para este pago | Indisponível para este pagamento
    card_remove | Eliminar {name} | Remover {name}
    instalments | Cuotas | Parcelas
    instalments_n | {n?# pago/# pagos} | {n?# parcela/# parcelas}
    device_wallet_detail | Con la billetera de este dispositivo | Com a carteira deste dispositivo
    card_next_screen | Ingresarás tu tarjeta en la pantalla siguiente. | Você informará seu cartão na próxima tela.
    card_next_page | Terminarás en una página de pago segura. | Você concluirá em uma página de pagamento segura.
    wallet_text | Aprobarás el pago en la aplicación {name}. | Você aprovará o pagamento no aplicativo {name}.

    billing | Datos de facturación | Dados de cobrança
    first_name | Nombre | Nome
    last_name | Apellido | Sobrenome
    email | Correo electrónico | E-mail
    address | Dirección | Endereço
    city | Ciudad | Cidade
    state | Estado o provincia | Estado
    zip_code | Código postal | CEP ou código postal

    progress_title | Pago en curso | Pagamento em andamento
    progress_sending | Estamos enviando tu pago. Un momento, por favor. | Estamos enviando seu pagamento. Um momento, por favor.
    progress_following | Estamos esperando la respuesta. No pagues por segunda vez. | Estamos aguardando a resposta. Não pague uma segunda vez.
    progress_over | Tu pago todavía se está confirmando. No pagues por segunda vez: {merchant} recibirá la respuesta en cuanto se conozca. | Seu pagamento ainda está sendo confirmado. Não pague uma segunda vez: {merchant} receberá a resposta assim que for conhecida.
    can_close | Puedes cerrar esta pantalla: el pago continúa. | Você pode fechar esta tela: o pagamento continua.
    waiting_answer | Esperando la respuesta | Aguardando a resposta
    waiting_approval | Esperando tu aprobación | Aguardando sua aprovação
    approval_title | Aprueba el pago en tu teléfono | Aprove o pagamento no seu celular
    approval_text | Enviamos una solicitud a tu teléfono. Apruébala con tu código secreto. | Enviamos uma solicitação ao seu celular. Aprove com seu código secreto.
    ussd_title | Marca este código en tu teléfono | Disque este código no seu celular
    ussd_text | Después confirma con tu código secreto. | Depois confirme com seu código secreto.
    number | Número | Número
    redirect_title | Termina en la página de pago | Conclua na página de pagamento
    redirect_text | Cuando termines, vuelve aquí: verificamos el pago enseguida. | Quando terminar, volte aqui: verificamos o pagamento na hora.
    redirect_wallet_title | Aprueba el pago en {name} | Aprove o pagamento em {name}
    continue_payment | Continuar el pago | Continuar o pagamento

    page_title | Confirma con tu banco | Confirme com seu banco
    pix_title | Paga con PIX | Pague com PIX
    pix_text | Escanea el código en la aplicación de tu banco, o cópialo allí. | Escaneie o código no aplicativo do seu banco ou copie e cole lá.
    pix_image | Código QR para pagar con PIX | QR code para pagar com PIX
    pix_code | Código PIX | Código PIX
    pix_can_close | Puedes cerrar esta pantalla: el código sirve hasta que termine su plazo. | Você pode fechar esta tela: o código vale até o fim do prazo.
    voucher_title | Paga con este número | Pague com este número
    voucher_text | Muestra el número donde pagas, o ingrésalo en la aplicación de tu banco. | Apresente o número no local de pagamento ou digite-o no aplicativo do seu banco.
    voucher_number | Número de pago | Número de pagamento
    voucher_barcode | Código de barras | Código de barras
    voucher_can_close | Puedes cerrar esta pantalla: el número sirve hasta que termine su plazo. | Você pode fechar esta tela: o número vale até o fim do prazo.
    code_left | Válido por | Válido por
    copied | Copiado | Copiado
    copy_code | Copiar el código | Copiar o código

    confirm | Confirmar | Confirmar
    otp_title | Ingresa el código que recibiste | Digite o código que você recebeu
    threeds_title | Ingresa el código enviado por correo electrónico | Digite o código enviado por e-mail
    pin_title | Ingresa tu PIN | Digite seu PIN
    phone_title | Confirma tu número de teléfono | Confirme seu número de telefone
    phone_hint | Empieza con + y el código del país, por ejemplo {example}. | Comece com + e o código do país, por exemplo {example}.
    birthday_title | Ingresa tu fecha de nacimiento | Informe sua data de nascimento
    address_title | Ingresa tu dirección de facturación | Informe seu endereço de cobrança
    code | Código | Código
    pin | PIN | PIN
    birthday | Fecha de nacimiento | Data de nascimento
    birthday_hint | AAAA-MM-DD | AAAA-MM-DD
    sent_to | Enviado a {destination} | Enviado para {destination}
    step_why | Tu banco lo pide para asegurarse de que eres tú. | Seu banco pede isso para ter certeza de que é você.
    resend | Reenviar el código | Reenviar o código
    resend_in | ¿No llegó el código? Podrás pedir otro en {n?# segundo/# segundos}. | O código não chegou? Você poderá pedir outro em {n?# segundo/# segundos}.
    verifying_title | Verificando | Verificando
    verifying_text | Un momento, por favor. | Um momento, por favor.

    success_title | Pago exitoso | Pagamento aprovado
    paid_with | Medio de pago | Meio de pagamento
    paid_at | Fecha | Data
    reference | Referencia | Referência
    copy | Copiar | Copiar
    receipt | Ver el recibo | Ver o recibo

    failure_title | El pago no se completó | O pagamento não foi concluído
    failure_declined | Pago rechazado | Pagamento recusado
    failure_unapproved | Pago no aprobado | Pagamento não aprovado
    failure_blocked | Pago bloqueado | Pagamento bloqueado
    failure_expired | Pago vencido | Pagamento expirado
    next_retry | Puedes intentarlo de nuevo. | Você pode tentar de novo.
    next_retry_or_other | Puedes intentarlo de nuevo o elegir otro medio. | Você pode tentar de novo ou escolher outro meio.
    next_contact | Si necesitas ayuda, contacta a {merchant}. | Se precisar de ajuda, fale com {merchant}.
    other_method | Elegir otro medio | Escolher outro meio
    ended_title | Este pago terminó | Este pagamento foi encerrado
    ended_expired | Su plazo terminó. No se cobró nada. | O prazo acabou. Nada foi cobrado.
    session_gone | Este pago ya no se puede abrir. Vuelve a la tienda y empieza de nuevo. | Este pagamento não pode mais ser aberto. Volte à loja e comece de novo.
    payment_not_found | La tienda no creó el pago. Consúltala antes de pagar de nuevo. | A loja não criou o pagamento. Consulte-a antes de pagar de novo.
    failed_plain | No se pudo realizar el pago. | Não foi possível fazer o pagamento.
    code_wrong | Este no es el código. | Este não é o código.

    cancel | Cancelar el pago | Cancelar o pagamento
    cancel_title | ¿Cancelar el pago? | Cancelar o pagamento?
    cancel_text | Es definitivo: después ya no se podrá realizar este pago. | É definitivo: depois disso o pagamento não poderá mais ser feito.
    cancel_keep | No cancelar | Não cancelar

    field_required | Completa este campo. | Preencha este campo.
    operator_required | Elige el operador. | Escolha a operadora.
    email_invalid | Revisa el correo electrónico. | Confira o e-mail.
    country_invalid | Elige el país. | Escolha o país.
    code_length | El código tiene {n?# dígito/# dígitos}. | O código tem {n?# dígito/# dígitos}.
    code_length_range | El código tiene de {min} a {max} dígitos. | O código tem de {min} a {max} dígitos.
    date_invalid | Ingresa una fecha pasada. | Informe uma data passada.
    card_field_empty | Completa este campo. | Preencha este campo.
    card_field_unreadable | Usa solo dígitos. | Use apenas dígitos.
    card_number_too_short | El número de tarjeta está incompleto. | O número do cartão está incompleto.
    card_number_too_long | El número de tarjeta es demasiado largo. | O número do cartão é longo demais.
    card_number_mistyped | Revisa el número de tarjeta. | Confira o número do cartão.
    card_expiry_incomplete | Ingresa el mes y el año. | Informe o mês e o ano.
    card_expiry_month | El mes va de 01 a 12. | O mês vai de 01 a 12.
    card_expired | Esta tarjeta está vencida. | Este cartão está vencido.
    card_expiry_too_far | Revisa la fecha de vencimiento. | Confira a data de validade.
    card_security_code_length | Revisa el código de seguridad. | Confira o código de segurança.
    """
