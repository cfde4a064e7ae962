using Advisor.Web.Network;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Tests.Network;

public sealed class ApiKeysTests
{
    private const string Key = "MTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3BxcnN0dXY=";
    private const string Other = "enl4d3Z1dHNycXBvbm1sa2ppaGdmZWRjYmEwOTg3NjU=";

    [Theory]
    [InlineData("Authorization", "Bearer " + Key, true)]
    [InlineData("Authorization", "bearer " + Other, true)] // RFC 9110: the scheme in any case
    [InlineData("x-functions-key", Key, true)]
    [InlineData("Authorization", "Basic " + Key, false)]
    [InlineData("Authorization", "Digest " + Key, false)] // as long as Bearer
    [InlineData("Authorization", Key, false)]
    [InlineData("Authorization", "Bearer ", false)]
    [InlineData("x-functions-key", Key + "," + Other, false)]
    [InlineData("x-functions-key", "MTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3BxcnN0dXY", false)] // a character short
    [InlineData("x-functions-key", "mTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3BxcnN0dXY=", false)]
    [InlineData("Cookie", Key, false)]
    public void A_request_carries_a_key_only_as_a_bearer_token_or_in_the_header_of_the_functions_app(
        string header,
        string value,
        bool expected
    )
    {
        var request = new DefaultHttpContext().Request;
        request.Headers[header] = value;

        Assert.Equal(expected, ApiKeys.Read(Key + " , " + Other).Keys!.IsIn(request));
    }

    [Theory]
    [InlineData("", "has 0 keys")]
    [InlineData(",", "has 0 keys")]
    [InlineData("a,b,c,d,e,f,g,h,i,j,k", "has 11 keys")]
    [InlineData("0123456789abcdefghijklmnopqrstu", "short or not random")] // 31 characters
    [InlineData("passwordpasswordpasswordpassword", "short or not random")] // 32 characters, 7 of them distinct
    [InlineData(Key + ",s3cret", "short or not random")]
    [InlineData("0123456789abcdefghijklmnopqrst\nuv", "a header cannot have")]
    public void A_key_that_is_worth_little_is_refused_and_not_repeated(string text, string expected)
    {
        var (keys, problem) = ApiKeys.Read(text);

        Assert.Null(keys);
        Assert.Contains(expected, problem, StringComparison.Ordinal);
        Assert.All(text.Split(',').Where(key => key.Length > 1), key => Assert.DoesNotContain(key, problem, StringComparison.Ordinal));
    }
}
