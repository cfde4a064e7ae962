using Advisor.Api.Pages;
using Advisor.Api.SignIn;
using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Tests.Pages;

public sealed class PageFormTests
{
    [Theory]
    [InlineData("null", "same-origin", true, true)] // every browser of today, from a page without referrers
    [InlineData("https://app.example.com", "same-origin", true, true)]
    [InlineData("https://app.example.com", null, true, true)] // a browser without Sec-Fetch-Site that names its origin
    [InlineData("https://APP.example.com", null, true, true)]
    [InlineData("null", "cross-site", false, false)]
    [InlineData("null", "same-site", false, false)] // a neighbour under the same domain
    [InlineData("null", "none", false, false)]
    [InlineData("https://evil.example", "same-origin", false, false)]
    [InlineData("https://evil.example", null, false, false)]
    [InlineData("http://app.example.com", null, false, false)]
    [InlineData("null", null, true, false)] // an old browser: the token alone counts, which is not enough where a sign-in comes with the request
    [InlineData(null, null, true, false)]
    public void What_another_site_sends_is_not_ours(string? origin, string? site, bool withoutSignIn, bool withSignIn)
    {
        IHeaderDictionary headers = new HeaderDictionary();
        if (origin is not null)
        {
            headers.Origin = origin;
        }

        if (site is not null)
        {
            headers["Sec-Fetch-Site"] = site;
        }

        Assert.Equal(withoutSignIn, PageForm.IsOwn(headers, "https://app.example.com", SignInMode.Off));
        Assert.Equal(withSignIn, PageForm.IsOwn(headers, "https://app.example.com", SignInMode.Record));
        Assert.Equal(withSignIn, PageForm.IsOwn(headers, "https://app.example.com", SignInMode.Require));
    }
}
