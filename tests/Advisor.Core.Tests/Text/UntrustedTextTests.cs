using Advisor.Core.Text;

namespace Advisor.Core.Tests.Text;

public class UntrustedTextTests
{
    [Theory]
    [InlineData("=1+1", "'=1+1")]
    [InlineData("+1", "'+1")]
    [InlineData("-1", "'-1")]
    [InlineData("@SUM(A1)", "'@SUM(A1)")]
    [InlineData("a,b", "\"a,b\"")]
    [InlineData("say \"hi\"", "\"say \"\"hi\"\"\"")]
    [InlineData("two\nlines", "two lines")]
    [InlineData("\t=1+1", " =1+1")]
    [InlineData("＝1+1", "'＝1+1")]
    // Where the comma is the decimal separator, a spreadsheet begins a cell after each semicolon, whatever the quotes.
    [InlineData("x;=1+1;@SUM(A1); a;b", "x;'=1+1;'@SUM(A1); a;b")]
    [InlineData("x,y;-1", "\"x,y;'-1\"")]
    public void A_csv_field_is_never_a_formula_nor_a_second_line(string text, string expected) =>
        Assert.Equal(expected, UntrustedText.EscapeCsv(text));

    [Theory]
    [InlineData("a|b", "a\\|b")]
    [InlineData("<script>", "&lt;script&gt;")]
    [InlineData("[x](http://y)", "\\[x\\](http:\\//y)")]
    [InlineData("Standard_S1", "Standard_S1")]
    [InlineData("_em_", "\\_em\\_")]
    [InlineData("@team #1", "\\@team \\#1")]
    [InlineData("see www.evil.example or WWW.x", "see www\\.evil.example or WWW\\.x")]
    [InlineData("a\nb", "a b")]
    public void Markdown_reads_no_markup_in_a_name(string text, string expected) =>
        Assert.Equal(expected, UntrustedText.EscapeMarkdown(text));

    [Theory]
    [InlineData("\u001b[31mred", "\ufffd[31mred")]
    [InlineData("\u202eevil", "\ufffdevil")]
    [InlineData("\u009b31m", "\ufffd31m")]
    [InlineData("Größe 東京 😀", "Größe 東京 😀")]
    public void Plain_text_has_no_control_characters(string text, string expected) => Assert.Equal(expected, UntrustedText.Sanitize(text));

    // Azure Pipelines looks for its own anywhere in a line of the output, GitHub Actions at its beginning, where any word of a text that
    // is wrapped may stand.
    [Theory]
    [InlineData("a ##vso[task.setvariable variable=PATH]/tmp", "a #\ufffdvso[task.setvariable variable=PATH]/tmp")]
    [InlineData("##VSO[task.complete]", "#\ufffdvso[task.complete]")]
    [InlineData("##[error]ä", "#\ufffd[error]ä")]
    [InlineData("###[group]", "##\ufffd[group]")]
    [InlineData("## [1] #[2]", "## [1] #[2]")]
    [InlineData("a ::error file=b::c", "a :\ufffd:error file=b:\ufffd:c")]
    [InlineData(":::add-mask:::1", ":\ufffd:\ufffd:add-mask:\ufffd:\ufffd:1")]
    [InlineData("::Warning", ":\ufffd:Warning")]
    [InlineData("[2001:db8::fade]:443 ::1", "[2001:db8::fade]:443 ::1")]
    public void Plain_text_has_no_command_to_a_build(string text, string expected)
    {
        Assert.Equal(expected, UntrustedText.Sanitize(text));
        Assert.Equal(expected, UntrustedText.Redact(text));
    }

    [Theory]
    [InlineData("abcdef", 6, "abcdef")]
    [InlineData("abcdefg", 6, "abcde…")]
    [InlineData("abcd😀g", 6, "abcd…")]
    public void A_cut_shows_and_does_not_split_a_character(string text, int maxLength, string expected) =>
        Assert.Equal(expected, UntrustedText.Shorten(text, maxLength));

    [Fact]
    public void A_message_of_another_service_is_one_bounded_line()
    {
        Assert.Equal("a b c", UntrustedText.Redact(" a\r\n\tb\u0007 c "));
        Assert.Equal(300 + "...".Length, UntrustedText.Redact(new string('x', 5000)).Length);
        Assert.Equal(string.Empty, UntrustedText.Redact(null));
    }
}
