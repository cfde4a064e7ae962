using Advisor.Cli.Output;

namespace Advisor.Cli.Tests.Output;

/// <summary>A name in a command that a person pastes is one word, and the same word, to the shell that reads it.</summary>
public sealed class SuggestedCommandTests
{
    // CharTraits.cs of PowerShell: IsDoubleQuote has four characters, IsSingleQuote five, each doubled in a word between any of them.
    [Theory]
    [InlineData("on-call.eu", "on-call.eu")]
    [InlineData(@"C:\state\advisor.db", @"C:\state\advisor.db")]
    [InlineData(@"on call\", @"'on call\'")]
    [InlineData("@oncall", "\"@oncall\"")]
    [InlineData("Anna’s", "\"Anna’s\"")]
    [InlineData("a”; b", "'a”; b'")]
    [InlineData("a' b‘ c’ d‚ e‛ “f” „g $h", "'a'' b‘‘ c’’ d‚‚ e‛‛ “f” „g $h'")]
    public void A_word_is_quoted_for_PowerShell(string word, string expected) =>
        Assert.Equal(expected, SuggestedCommand.Quote(word, forPowerShell: true));

    // POSIX, Quoting: a backslash outside quotes escapes what follows, and in double quotes another backslash. To zsh, =a names a program.
    [Theory]
    [InlineData("on-call.eu", "on-call.eu")]
    [InlineData(@"on\call", @"'on\call'")]
    [InlineData(@"\\on call", @"'\\on call'")]
    [InlineData("=a", "\"=a\"")]
    [InlineData("a”; b", "\"a”; b\"")]
    [InlineData("a' b’ $c", @"'a'\'' b’ $c'")]
    public void A_word_is_quoted_for_POSIX_shells(string word, string expected) =>
        Assert.Equal(expected, SuggestedCommand.Quote(word, forPowerShell: false));
}
