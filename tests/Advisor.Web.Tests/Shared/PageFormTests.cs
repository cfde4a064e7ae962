using Advisor.Web.Shared;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Tests.Shared;

public sealed class PageFormTests
{
    [Theory]
    [InlineData("null", "same-origin", nameof(FormSender.SameSite))] // every browser of today, from a page without referrers
    [InlineData("https://app.example.com", "same-origin", nameof(FormSender.SameSite))]
    [InlineData("https://app.example.com", null, nameof(FormSender.SameSite))] // a browser without Sec-Fetch-Site that names its origin
    [InlineData("https://APP.example.com", null, nameof(FormSender.SameSite))]
    [InlineData("null", "cross-site", nameof(FormSender.CrossSite))]
    [InlineData("null", "same-site", nameof(FormSender.CrossSite))] // a neighbour under the same domain
    [InlineData("null", "none", nameof(FormSender.CrossSite))]
    [InlineData("https://evil.example", "same-origin", nameof(FormSender.CrossSite))]
    [InlineData("https://evil.example", null, nameof(FormSender.CrossSite))]
    [InlineData("http://app.example.com", null, nameof(FormSender.CrossSite))]
    [InlineData("null", null, nameof(FormSender.Unknown))] // an old browser: the token of the form decides
    [InlineData(null, null, nameof(FormSender.Unknown))]
    public void What_another_site_sends_is_not_ours(string? origin, string? site, string expected)
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

        Assert.Equal(expected, PageForm.FindSender(headers, "https://app.example.com").ToString());
    }
}
