namespace Advisor.Cli.Commands.Iac.Code;

/// <summary>Kind of a token of Terraform, Bicep or JSON.</summary>
public enum CodeTokenKind
{
    /// <summary>Name or key word, such as <c>resource</c>.</summary>
    Word,

    /// <summary>String; <see cref="CodeToken.Text"/> is what stands between the quotation marks.</summary>
    Text,

    /// <summary>Whole number.</summary>
    Number,

    /// <summary>Any other character, such as a brace.</summary>
    Symbol,

    LineEnd,
}

/// <summary>One token, and where it stands.</summary>
/// <param name="Start">Position of its first character in the file, 0 or more.</param>
/// <param name="Length">Characters in the file.</param>
/// <param name="Line">Line of its first character, 1 or more.</param>
public readonly record struct CodeToken(CodeTokenKind Kind, string Text, int Start, int Length, int Line)
{
    public bool Is(char symbol) => Kind == CodeTokenKind.Symbol && Text[0] == symbol;

    /// <summary>Whether it is one of these symbols.</summary>
    public bool IsAny(string symbols) => Kind == CodeTokenKind.Symbol && symbols.Contains(Text[0], StringComparison.Ordinal);
}
