using Advisor.Tests;

namespace Advisor.Web.Tests.Fuzzing;

public sealed class ParserFuzzTests(ITestOutputHelper output)
{
    public static TheoryData<string> Parsers => [.. WebTargets.All.Select(target => target.Name)];

    [Theory]
    [MemberData(nameof(Parsers))]
    public void Whatever_the_bytes_a_parser_answers_as_documented(string name) =>
        ParserFuzz.Check(WebTargets.All.Single(target => target.Name == name), output);
}
