# Completion for bash: neosig completion bash
_neosig() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} options='' takes='' words=''
    local command='' line
    if [[ $before == '=' ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    elif [[ $word == '=' ]]; then
        word=''
    fi
    COMPREPLY=()
    [[ $COMP_CWORD == 1 ]] || command=${COMP_WORDS[1]}
    case $command in
    '')
        options='--help --version' takes=words words='list info keygen public passphrase inspect sign verify selftest speed completion help version'
        ;;
    help)
        takes=words words='list info keygen public passphrase inspect sign verify selftest speed completion'
        ;;
    list)
        options='--status --names --json --help'
        case $before in
        --status) takes=words words='standard candidate superseded withdrawn broken' options='' ;;
        *) takes=text words='' ;;
        esac
        ;;
    info)
        options='--json --help'
        case $before in
        *) takes=algorithms words='' ;;
        esac
        ;;
    keygen)
        options='--output --force --encrypt --passphrase-file --empty-passphrase --kdf-cost --seed --allow-insecure --quiet --help'
        case $before in
        -o | --output) takes=files words='' options='' ;;
        --passphrase-file) takes=files words='' options='' ;;
        --kdf-cost) takes=text words='' options='' ;;
        --seed) takes=files words='' options='' ;;
        *) takes=algorithms words='' ;;
        esac
        ;;
    public)
        options='--output --force --line --passphrase-file --help'
        case $before in
        -o | --output) takes=files words='' options='' ;;
        --passphrase-file) takes=files words='' options='' ;;
        *) takes=files words='' ;;
        esac
        ;;
    passphrase)
        options='--passphrase-file --new-passphrase-file --remove --empty-passphrase --kdf-cost --quiet --help'
        case $before in
        --passphrase-file) takes=files words='' options='' ;;
        --new-passphrase-file) takes=files words='' options='' ;;
        --kdf-cost) takes=text words='' options='' ;;
        *) takes=files words='' ;;
        esac
        ;;
    inspect)
        options='--decrypt --passphrase-file --json --help'
        case $before in
        --passphrase-file) takes=files words='' options='' ;;
        *) takes=files words='' ;;
        esac
        ;;
    sign)
        options='--key --passphrase-file --output --force --armor --embed --comment --manifest --directory --public --no-verify --deterministic --twice --context --context-hex --prehash --jobs --quiet --help'
        case $before in
        -k | --key) takes=files words='' options='' ;;
        --passphrase-file) takes=files words='' options='' ;;
        -o | --output) takes=files words='' options='' ;;
        -c | --comment) takes=text words='' options='' ;;
        -C | --directory) takes=folders words='' options='' ;;
        -p | --public) takes=files words='' options='' ;;
        --context) takes=text words='' options='' ;;
        --context-hex) takes=text words='' options='' ;;
        --prehash) takes=words words='sha2-224 sha2-256 sha2-384 sha2-512 sha2-512-224 sha2-512-256 sha3-224 sha3-256 sha3-384 sha3-512 shake128 shake256' options='' ;;
        -j | --jobs) takes=text words='' options='' ;;
        *) takes=files words='' ;;
        esac
        ;;
    verify)
        options='--key --public-key --signers --signer --at --signature --output --force --manifest --directory --require --context --context-hex --prehash --jobs --json --quiet --help'
        case $before in
        -k | --key) takes=files words='' options='' ;;
        -P | --public-key) takes=text words='' options='' ;;
        --signers) takes=files words='' options='' ;;
        --signer) takes=text words='' options='' ;;
        --at) takes=text words='' options='' ;;
        -s | --signature) takes=files words='' options='' ;;
        -o | --output) takes=files words='' options='' ;;
        -C | --directory) takes=folders words='' options='' ;;
        --require) takes=words words='standard candidate superseded any' options='' ;;
        --context) takes=text words='' options='' ;;
        --context-hex) takes=text words='' options='' ;;
        --prehash) takes=words words='sha2-224 sha2-256 sha2-384 sha2-512 sha2-512-224 sha2-512-256 sha3-224 sha3-256 sha3-384 sha3-512 shake128 shake256' options='' ;;
        -j | --jobs) takes=text words='' options='' ;;
        *) takes=files words='' ;;
        esac
        ;;
    selftest)
        options='--quiet --json --help'
        case $before in
        *) takes=algorithms words='' ;;
        esac
        ;;
    speed)
        options='--backend --quick --time --runs --compare --memory --json --samples --csv --help'
        case $before in
        -b | --backend) takes=text words='' options='' ;;
        --time) takes=text words='' options='' ;;
        --runs) takes=text words='' options='' ;;
        --compare) takes=files words='' options='' ;;
        *) takes=algorithms words='' ;;
        esac
        ;;
    completion)
        options='--help'
        case $before in
        *) takes=words words='bash zsh fish' ;;
        esac
        ;;
    esac
    if [[ $word == -* && -n $options ]]; then
        takes=words words=$options
    fi
    while IFS= read -r line; do
        COMPREPLY+=("$line")
    done < <(
        case $takes in
        files) compgen -f -- "$word" ;;
        folders) compgen -d -- "$word" ;;
        algorithms) compgen -W "$("${COMP_WORDS[0]}" list --names 2> /dev/null)" -- "$word" ;;
        words) compgen -W "$words" -- "$word" ;;
        esac
    )
    if [[ $takes == files || $takes == folders ]]; then
        compopt -o filenames 2> /dev/null
    fi
}
complete -F _neosig neosig
