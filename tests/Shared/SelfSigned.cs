using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Advisor.Tests;

/// <summary>Self-signed certificates, valid from yesterday to tomorrow.</summary>
internal static class SelfSigned
{
    /// <param name="host">The name that it is for.</param>
    public static X509Certificate2 Create(string host)
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=" + host, key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName(host);
        request.CertificateExtensions.Add(names.Build());
        using var made = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        return X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pkcs12), null);
    }
}
