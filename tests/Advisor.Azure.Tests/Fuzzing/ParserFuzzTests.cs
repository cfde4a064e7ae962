using Advisor.Tests;

namespace Advisor.Azure.Tests.Fuzzing;

public sealed class ParserFuzzTests(ITestOutputHelper output)
{
    public static TheoryData<string> Parsers => [.. AzureTargets.All.Select(target => target.Name)];

    [Theory]
    [MemberData(nameof(Parsers))]
    public void Whatever_the_bytes_a_parser_answers_as_documented(string name) =>
        ParserFuzz.Check(AzureTargets.All.Single(target => target.Name == name), output);
}
