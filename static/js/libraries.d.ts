// Libraries that bring no types: what we use of them.

declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  export default function SwaggerUI(options: {
    domNode: HTMLElement;
    url: string | undefined;
    deepLinking: boolean;
    docExpansion: "list";
    defaultModelsExpandDepth: number;
    displayRequestDuration: boolean;
    showExtensions: boolean;
    syntaxHighlight: boolean;
    validatorUrl: null;
    onComplete(): void;
  }): void;
}
